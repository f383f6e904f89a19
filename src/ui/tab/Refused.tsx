import { said, t } from '../../providers/i18nProvider.ts'

const WORDS = {
  /** A screen that is declared and that nobody has made: wrong code, which no role mends. */
  501: ['页面还没有做好', '声明里的 screen 写的是没有的名称，请告诉开发人员。'],
  403: ['没有权限', '您的角色没有打开这个页面的权限，需要时请联系管理员。'],
  /** A page made at 页面配置 that is not in force. */
  410: ['页面已下线', '这个页面已下线，或还没有发布；记录都保留着。需要时请联系管理员恢复。'],
  404: ['页面不存在', '地址可能写错了，或者页面已经改名。'],
} as const

/** Says why a page is not shown, with a way back. */
export const Refused = ({ code }: { code: keyof typeof WORDS }) => (
  <div className="refused" role="alert">
    <strong>{code}</strong>
    <h2>{said(WORDS[code][0])}</h2>
    <p>{said(WORDS[code][1])}</p>
    <a href="#/">{t`返回首页`}</a>
  </div>
)
