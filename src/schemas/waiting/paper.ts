/** What papers of the queue say. A paper is Chinese in every language of the screens. */

const CHECKED_BY = [
  '摇号规则的程序文件的 SHA-256：{program_hash}',
  '检验数据：种子为 64 个 0 时，LH00000001 的 HMAC-SHA256 是',
  '19683d185497701b7e1bf12faf931c5dc1fc66a6e2e3a88d1dd7045fcd1b588e。',
  '核对程序（lottery.mjs，二十余行，任何人可运行）与名单文件随本文公布，可向管理单位索取。',
]

/** What goes out before the round is held: nobody can choose anything afterwards. */
export const noticeText = [
  '{title}（{number}），{p_id}，{room_type}，{classes}，共 {pool_count} 户，名单于 {frozen_at} 冻结，此后不变。',
  '## 何时、以什么摇号',
  '以公开轮次 {round_name}（开奖时间 {round_at}）的号码摇号：本公告公布时，它还没有开出。',
  '操作方 {operator} 与监督方 {supervisor} 各有一句密语，开奖前揭示；任何一方改动密语，都与下面公布的 SHA-256 不符。',
  '## 事前公布',
  '名单文件的 SHA-256：{pool_hash}',
  '操作方密语的 SHA-256：{commit_a}',
  '监督方密语的 SHA-256：{commit_b}',
  '## 怎样得出结果',
  '1. 以换行连接名单文件的 SHA-256、轮号、操作方密语、监督方密语，取 SHA-256，即种子。',
  '2. 以种子（32 字节）为密钥，对每户的受理号取 HMAC-SHA256，由小到大即摇号号；同一保障类别之内即该类的次序。',
  ...CHECKED_BY,
  '## 名单',
  '{lottery_row.lottery_id:receipt,priority}',
].join('\n')

/** The result of a lottery, with all that is needed to check it. */
export const resultText = [
  '{title}（{number}），{p_id}，{room_type}，{classes}，共 {pool_count} 户。',
  '## 怎样核对',
  '1. 名单文件（向管理单位索取或在公示处下载）的 SHA-256：{pool_hash}',
  '2. 操作方密语：{secret_a}，事前公布的 SHA-256：{commit_a}',
  '3. 监督方密语：{secret_b}，事前公布的 SHA-256：{commit_b}',
  '4. 公开轮次：{round_name}，开奖时间 {round_at}，轮号：{round_number}',
  '5. 以换行连接名单的 SHA-256、轮号、操作方密语、监督方密语，取 SHA-256，即种子：{seed}',
  '6. 以种子（32 字节）为密钥，对每户的受理号取 HMAC-SHA256，由小到大即摇号号；同一保障类别之内即该类的次序。',
  ...CHECKED_BY,
  '## 约定而没有举行、另约的轮次',
  '{lottery_round.lottery_id:former_name,former_at,round_name,round_at,reason,status,text_hash}',
  '已生效的，原来的开奖确实没有举行、没有号码，可向发行机构查证；名单与两句密语没有变。',
  '## 结果',
  '{lottery_row.lottery_id:lottery_no,receipt,priority,place}',
].join('\n')

/** A published list: what it is of, until when one may object, and its rows. */
export const listText = [
  '# {title}',
  '{p_id}，共 {count} 户，名单截至 {made_at}。',
  '公示期：{from_date} 至 {to_date}（含）。对名单有异议的，请在公示期内向管理单位提出，写明公示号与理由。',
  '',
  '{publication_row.publication_id:number,masked_name,receipt,priority,persons,room_type}',
  '',
  '名单文件的 SHA-256：{list_hash}',
].join('\n')
