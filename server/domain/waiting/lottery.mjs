// node lottery.mjs <名单文件> <轮号> <操作方密语> <监督方密语>
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file, round, secretA, secretB] = process.argv.slice(2)
const sha256 = (content) => createHash('sha256').update(content).digest('hex')
const pool = readFileSync(file)
const lines = pool.toString('utf8').trimEnd().split('\n')
const after = Number(lines.find((line) => line.startsWith('after ')).slice(6))
const entrants = lines.slice(8).map((line) => line.split(' '))
const seed = sha256([sha256(pool), round, secretA, secretB].join('\n'))
const markOf = (receipt) => createHmac('sha256', Buffer.from(seed, 'hex')).update(receipt).digest('hex')
const drawn = entrants.map(([priority, receipt]) => ({ priority, receipt, mark: markOf(receipt) }))
drawn.sort((one, other) => (one.mark < other.mark ? -1 : 1))
const places = {}
console.log(`pool ${sha256(pool)}\ncommit ${sha256(secretA)}\ncommit ${sha256(secretB)}\nseed ${seed}`)
for (const [index, { priority, receipt }] of drawn.entries()) {
  places[priority] = (places[priority] ?? 0) + 1
  console.log(`${after + index + 1} ${receipt} ${priority} ${places[priority]}`)
}
