import { at, root } from './paths.mjs'

const head = `# 错误码

<!-- 由 node scripts/errors-doc.mjs 从 src/core/errors.ts 生成，请勿手改；npm run check 会比对。 -->

每个接口都回答 \`{code, msg, data}\`。业务上的拒绝一律 HTTP 200，只有服务器自身的故障、方法不对和内容过大才用别的 HTTP 状态（下载文件的地址除外，见 protocol.md）。
处理函数用 \`throw new CallError(code, msg?, data?)\` 拒绝：不写 \`msg\` 就用默认文案，\`data\` 放有助于改正的内容；抛出别的异常一律回答 500，不外泄原因。

| code | HTTP | 何时 | 默认文案 | 英文 | 怎样抛出 |
| --- | --- | --- | --- | --- | --- |
`

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ') || '（空）'

const thrownBy = (code) => {
  if (code === '200') return '不抛出：处理函数返回的值就是 `data`'
  if (code === '500') return '不必抛出：任何意外的异常都回答它'
  return `\`throw new CallError(${code})\``
}

/** The text of docs/errors.md, read off the one table that the server answers from. */
export const errorsDoc = async () => {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(at('src', 'core', 'errors.ts'), { root, configFile: false, logLevel: 'error' })
  const rows = Object.entries(module.errorTable).map(
    ([code, { http, zh, en, when }]) => `| ${[code, http, when, zh, en].map(cell).join(' | ')} | ${thrownBy(code)} |`,
  )
  if (rows.length === 0) throw new Error('src/core/errors.ts 里没有一个错误码')
  return `${head}${rows.join('\n')}\n`
}
