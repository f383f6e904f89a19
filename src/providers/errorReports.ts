/** What save_error_logger takes. */
export interface ErrorReport {
  /** `ajax`: a failed response; `script`: a crash of the page. */
  type: 'ajax' | 'script'
  code: string
  mes: string
  url: string
}

/** A page that fails in a loop says so a few times, not for ever. */
const MOST = 20
const said = new Set<string>()

/** Gives the report as it may be sent, its texts cut short; null where the same was sent already, or twenty others while the page is open. */
export const newReport = ({ type, code, mes, url }: ErrorReport): Record<keyof ErrorReport, string> | null => {
  const report = { type, code: code.slice(0, 40), mes: mes.slice(0, 500), url: url.slice(0, 200) }
  const key = JSON.stringify(report)
  if (said.has(key) || said.size >= MOST) return null
  said.add(key)
  return report
}
