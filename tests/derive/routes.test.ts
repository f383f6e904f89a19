import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillRoute, matchRoute } from '../../src/derive/routes.ts'

const ROUTE = '/setting/signatureList/{name}/{id}'

test('an address is matched part by part, and gives what stands for the names', () => {
  expect(matchRoute(ROUTE, '/setting/signatureList/company/7')).toEqual({ name: 'company', id: '7' })
  for (const other of [
    '/setting/signatureList/company',
    '/setting/signatureList/company/7/8',
    '/setting/signatureList/company/',
    '/setting/x/company/7',
    '/',
  ])
    expect(matchRoute(ROUTE, other), other).toBeNull()
  expect(matchRoute('/home', '/home')).toEqual({})
})

test('what is put into a route is found there again', () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/)
  fc.assert(
    fc.property(word, fc.integer({ min: 1 }), (name, id) => {
      expect(matchRoute(ROUTE, fillRoute(ROUTE, { name, id }))).toEqual({ name, id: String(id) })
    }),
  )
  expect(fillRoute('/a/{b}', { b: 'x/y' })).toBe('/a/x%2Fy')
})
