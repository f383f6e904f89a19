import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { approving } from '../../help/approving.ts'

const at = approving()
const { people, tokens, call, setSteps, submitted, flows, detail, trail, decide, timeOver } = at

/** Has money that moves for some be refused: by this error of the store, at once or only as the transaction ends. */
const refuse = async (code: string, when: 'at once' | 'at the end'): Promise<void> => {
  await sql
    .raw(
      `create or replace function refuse_some() returns trigger language plpgsql as $$
       begin if new.custom_name like '坏%' then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$;
       create ${when === 'at once' ? '' : 'constraint'} trigger refuse_some after insert on flow
       ${when === 'at once' ? '' : 'deferrable initially deferred'} for each row execute function refuse_some()`,
    )
    .execute(at.server.db)
}
const allow = () => sql`drop trigger if exists refuse_some on flow`.execute(at.server.db)
const bad = (n: number) => submitted({ custom_name: `坏${n}` })
const events = async (id: number): Promise<number[]> => (await trail(id)).events.map(({ deed }: { deed: number }) => deed)

beforeAll(() => setSteps([{ who: 2, user_id: people.bob, hours: 2, late: 2 }]))
beforeEach(allow)

test('what the store refuses only as the transaction ends goes back to the applicant too, and the others of the same press are done', async () => {
  const [wrong, right] = [await bad(1), await submitted()]
  await refuse('P0001', 'at the end')
  const answer = await call('/api/my_audit/agree', { ids: [wrong, right] }, tokens.bob)
  expect(answer).toMatchObject({ code: 200, data: { msg: expect.stringContaining('没有办成，已退回申请人') } })
  expect(await detail(wrong)).toMatchObject({ status: 5 })
  expect(await detail(right)).toMatchObject({ status: 2 })
  expect(await flows()).toHaveLength(1)
})

test('a moment in which the store is too busy is no refusal: it waits as before, and the next press does it once', async () => {
  const id = await bad(2)
  const before = await detail(id)
  await refuse('57014', 'at once')
  expect(await decide('agree', id, 'bob')).toMatchObject({ code: 429, msg: expect.stringContaining('请稍后再试') })
  expect(await detail(id)).toEqual(before)
  expect(await events(id)).toEqual([1])
  await allow()
  expect((await decide('agree', id, 'bob')).code).toBe(200)
  expect([await flows(), await events(id)]).toEqual([[expect.anything()], [1, 2, 12]])
})

test.each(['57014', 'XX000'])('a deadline that meets a fault (%s) stays due, and holds up nobody else’s', async (code) => {
  const [wrong, right] = [await bad(3), await submitted()]
  const { due_at } = await detail(wrong)
  await refuse(code, 'at once')
  await expect(timeOver(wrong, right)).rejects.toThrow('refused')
  expect([(await detail(wrong)).status, (await detail(right)).status]).toEqual([1, 2])
  expect((await detail(wrong)).due_at).toBeLessThan(due_at)
  await allow()
  await timeOver(wrong)
  expect([await detail(wrong), await events(wrong)]).toMatchObject([{ status: 2, due_at: null }, [1, 11, 12]])
  expect(await flows()).toHaveLength(2)
})
