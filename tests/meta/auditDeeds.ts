type Params = Record<string, unknown>
type Deeds = Readonly<Record<string, () => Promise<Params>>>

interface Hand {
  /** Gives the id that a statement makes. */
  inserted: (text: string) => Promise<number>
  addOther: () => Promise<{ user_id: number }>
  /** Who is at work here. */
  clerk: () => number
}

/** Params of what is done to a submission, each on one of its own, and to what an account has others do for it. */
export const auditDeeds = ({ inserted, addOther, clerk }: Hand): Deeds => {
  /** A submission that asks an account, or that it has applied for; a second step comes after. */
  const task = (asked: number, applicant: number, part: number) => async (): Promise<Params> => ({
    audit_id: await inserted(`
      with one as (
        insert into audit (subject, business, label, path, resource, action, applicant_id, asked_ids, status, round, specs, stands)
        values ('试', 5, '新增流水', '/api/flow/add', 'flow', 'add', ${applicant}, '{${asked}}', 1, 1, '[{"way":1,"who":2,"user_id":1},{"way":1,"who":3}]',
          '{"is":"asking","applicant":${applicant},"round":1,"visit":1,"step":0,"tasks":[{"person":${asked},"said":null,"must":false}]}')
        returning audit_id
      ), theirs as (insert into audit_person select audit_id, 1, ${part}, 1 from one)
      select audit_id as id from one`),
  })
  const toDecide =
    (more: Params = {}) =>
    async (): Promise<Params> => ({ ...(await task(1, clerk(), 1)()), ...more })
  const appliedFor = () => task(clerk(), 1, 2)()

  return {
    '/api/my_audit/agree': toDecide(),
    '/api/my_audit/refuse': toDecide(),
    '/api/my_audit/back': toDecide({ to: 1, step: undefined }),
    '/api/my_audit/hand': toDecide(),
    '/api/my_audit/invite': toDecide(),
    '/api/my_audit/withdraw': appliedFor,
    '/api/my_audit/remind': appliedFor,
    '/api/deputy/add': async () => ({ deputy_id: (await addOther()).user_id, from_date: '2026-11-01', to_date: '2026-11-30' }),
    '/api/deputy/del': async () => ({
      deputy_row: await inserted(`
        insert into deputy (deputy_id, from_date, to_date, user_id) values (${clerk()}, '2026-11-01', '2026-11-30', 1) returning deputy_row as id`),
    }),
  }
}
