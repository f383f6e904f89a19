import { t } from '../providers/i18nProvider.ts'

/** Stands where the page itself could not be fetched: no network, or the server has another version by now. */
export const Unloaded = () => (
  <main className="refused" role="alert">
    <h2>{t`页面加载失败`}</h2>
    <p>{t`请检查网络后刷新页面。`}</p>
    <button type="button" onClick={() => location.reload()}>
      {t`刷新页面`}
    </button>
  </main>
)
