import { matchResourceFromRoute } from '@refinedev/core'
import { expect, test } from 'vitest'
import { pages, resourceNamed, resources } from '../../src/declared/declared.ts'
import { screensOf } from '../../src/derive/menu.ts'
import { addsTo, routeOf, routesOf } from '../../src/derive/routes.ts'

const screens = screensOf(resources, pages)
const routed = routesOf(resources, screens)
const found = (pathname: string) => matchResourceFromRoute(pathname, routed)

test('every screen and every list has one name, and the address of each screen leads to it', () => {
  const names = routed.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect(resources.filter(({ name, calls }) => calls.index && !names.includes(name))).toEqual([])
  for (const { id, path } of screens) {
    const { resource, action } = found(path.replaceAll(/\{\w+\}/g, '7'))
    expect([path, resource?.meta?.screen, action]).toEqual([path, id, 'list'])
  }
  expect(found('/no/such').found).toBe(false)
  expect(routeOf('/setting/signatureList/{name}/{holder_id}')).toBe('/setting/signatureList/:name/:holder_id')
})

test('a list has addresses of its records where they can be read, and of a new one where one can be added', () => {
  expect(found('/homeList/show/12')).toMatchObject({ resource: { name: 'org' }, action: 'show' })
  expect(found('/homeList/create')).toMatchObject({ resource: { name: 'org' }, action: 'create' })
  expect(found('/contract/contract/show/3')).toMatchObject({ resource: { name: 'contract' }, action: 'show' })
  expect(found('/setting/signatureList/company/7/show/3')).toMatchObject({ resource: { name: 'signature' }, action: 'show' })
  // Two screens show bills: the records of each stay on it.
  expect(found('/bill/demo/show/3').resource?.meta?.screen).not.toBe(found('/bill/billList/show/3').resource?.meta?.screen)
  expect(found('/home/show/3').found).toBe(false)
  // A page whose first list has no records to open may have them in another.
  expect(found('/bill/reports/show/3')).toMatchObject({ action: 'show' })
  expect(found('/bill/journalList/show/3')).toMatchObject({ action: 'show' })
  for (const { name, show, create, meta } of routed.filter(({ meta }) => meta.screen)) {
    const listed = screens.find(({ id }) => id === meta.screen)?.strips.map(({ resource }) => resourceNamed(resource)) ?? []
    expect([name, show !== undefined, create !== undefined]).toEqual([
      name,
      listed.some(({ calls }) => calls.detail !== null),
      listed[0] !== undefined && addsTo(listed[0].actions) !== undefined,
    ])
  }
})
