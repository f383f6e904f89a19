import { createHash } from 'node:crypto'
import { password as standard } from './server.mjs'

const md5 = (text) => createHash('md5').update(text).digest('hex')

/** The body of a style A call, signed as docs/protocol.md says, by code of its own. */
export const signedBody = (params, token) => {
  const full = Object.fromEntries(
    Object.entries({ ...params, stime: Math.floor(Date.now() / 1000), ...(token ? { token } : {}) })
      .filter(([, value]) => value !== undefined && value !== null && value !== false)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
  const text = Object.keys(full)
    .sort()
    .map((name) => `${name}=${full[name]}`)
    .join('&')
  return new URLSearchParams({ ...full, sign: md5(text) }).toString()
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Makes one call and gives its data; any refusal is an error. */
export const call = async (url, path, params, token, headers = {}) => {
  const response = await fetch(url + path, { method: 'POST', headers: { ...FORM, ...headers }, body: signedBody(params, token) })
  const answer = await response.json()
  if (answer.code !== 200) throw Object.assign(new Error(`${path}: ${answer.code} ${answer.msg}`), { answer })
  return answer.data
}

export const login = async (url, userName = 'admin', password = standard) => {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: md5(password) }),
  })
  const answer = await response.json()
  if (answer.code !== 200) throw new Error(`login: ${answer.msg}`)
  return answer.data.token
}

/** Gives the milliseconds of each of several calls in turns (A B C A B C …), so that a busy moment of the machine hits all alike. */
export const timeInTurns = async (works, rounds, warmUps = 5) => {
  const times = works.map(() => [])
  for (let round = -warmUps; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now()
      await work()
      if (round >= 0) times[index].push(performance.now() - start)
    }
  }
  return times
}
