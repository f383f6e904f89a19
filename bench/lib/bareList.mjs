// The reference of bench/list.mjs: one Fastify route that runs the same SQL with the same parameters and sends the rows. No sign, session, rules or log.
import Fastify from 'fastify'
import pg from 'pg'

const { connection, page, rows, poolSize } = JSON.parse(process.env.BARE_LIST)
const pool = new pg.Pool({ ...connection, max: poolSize })
const app = Fastify()
app.post('/list', async () => {
  // As the server does: the first is planned for its values, the second is prepared once a connection.
  const found = (await pool.query(page.text, page.values)).rows[0]
  const list = await pool.query({ name: 'rows', text: rows, values: [found.keys_] })
  const byKey = new Map(list.rows.map((row) => [row.flow_id, row]))
  return { code: 200, msg: '', data: { list: found.keys_.map((key) => byKey.get(key)), count: Number(found.total_) } }
})
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => done(null, null))
process.on('SIGTERM', () => process.exit(0))
process.stdout.write(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
