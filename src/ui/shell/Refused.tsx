import { t } from '../../providers/i18nProvider.ts'

const WORDS = {
  403: ['没有权限', '您的角色没有打开这个页面的权限，需要时请联系管理员。'],
  404: ['页面不存在', '地址可能写错了，或者页面已经改名。'],
} as const

/** Says why a page is not shown, with a way back. */
export const Refused = ({ code }: { code: 403 | 404 }) => (
  <div className="refused" role="alert">
    <strong>{code}</strong>
    <h2>{t(WORDS[code][0])}</h2>
    <p>{t(WORDS[code][1])}</p>
    <a href="#/">{t('返回首页')}</a>
  </div>
)
