/** Not on any English screen: /docs, capitals of amounts, what hides secrets in logs, the tenants' own page, and what papers say. */
export const NOT_READ = /^(derive\/openapi|schemas\/\w+\/paper\.|protocol\/(fen|masks)\.|locales\/|phone\/|main)/
/** Of the server: what is said in the terminal and in logs, the sample's data, the first accounts, the
 * triggers' SQL, what a contract's paper says, the headings of other bodies' files, and what is said to tenants, who read Chinese. */
export const NOT_READ_OF_SERVER =
  /^(serve|config|openStore|storeSettings|traceSettings|check|rotateKey|audit|placeFiles|tryPort)\.|^(declarations\/|archive\/|doctor\/|upgrade\/|backup\/(?!(jobs|withPlace|watch)\.))|^sample\/(?!account\/addMessages)|^store\/(storeWords|connection\/(untilThere|poolers)|embedded\/|bringUp\/(migrate|release|sorting)|writing\/history|sealing\/(keyCheck|secretKey))|^calls\/registry|^http\/logging|^jobs\/(defineJob|registry)|^domain\/(\w+\/(facts|tallies)|account\/seedAccounts|property\/address|template\/(firstText|sampleValues)|contract\/(paper|paperValues|settleSigned)\.|signing\/(check|view|drawnSignature)\.|applying\/(door|submit|view)\.|reporting\/(door|view)\.|telephone\/enter\.|comparison\/(layouts\/|personColumns\.)|(filing|withhold|closing|invoice)\/layouts\/|statement\/rules\/(synonyms|claims|channels|kinds)\.)|^caller\/links\//
/** The same in both languages, what staff type letter for letter, and what start-up prints of a mistake in a file. */
export const SAME = new Set(['简体中文', '语言 Language', '^清空示例数据$', '{0} {1}{2} › {3}：{4}{5}（docs/rules.md）'])
/** Kept with records or as a file's name, where it is data like any other. */
export const DATA = new Set([
  '{0}单元',
  '登记账单时租客已付清',
  '{0}导入模板.xlsx',
  '{0}（有误）.xlsx',
  '{0}（已有）.xlsx',
  '比对名单-{0}-{1}.txt',
  '抄表单-{0}.xlsx',
  '合同 {0}',
  '默认收款户',
  // On a receipt.
  '{0} 等 {1} 笔',
  '同一笔收款另开了收据',
  // In the file for the tax bureau, on invoices, in the log.
  '不动产经营租赁服务',
  '平方米',
  '开票文件-{0}.csv',
  '开票文件，{0} 张',
  '{0} {1} 笔',
  '{0} {1}，{2} 张',
  '记',
  '（默认）',
  'POS（在途）',
  '代扣（在途）',
  '待核实收款',
  // Words of other bodies' files.
  '租金代扣',
  '扣款成功',
  '扣款失败',
  '已支付',
  '{0} {1} 第 {2} 行',
  '{0} 代扣文件',
  '账',
  '帐',
  '承前',
  '交易状态',
  '退款金额',
  '{0}：一小时内 {1} 次',
  '{0}：{1} 次，{2} 个地址',
])
