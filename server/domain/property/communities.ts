import { sql } from 'kysely'
import { CallError } from '../../../src/core/errors.ts'
import type { FormValue } from '../../../src/core/form.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import type { communityForm } from '../../../src/schemas/property/community.ts'
import type { Call, Context } from '../../calls/defineCall.ts'
import { derivedCall } from '../../calls/resourceCalls.ts'
import { addressLine, regionNames } from './address.ts'

type Community = FormValue<typeof communityForm>
type Corrected = Community & { community_id: number }

const community = resourceNamed('community')

/** 409 where a community that has houses would go to another project: their contracts and bills are that project's. */
const refuseMove = async ({ tx }: Context, { community_id, p_id }: Corrected): Promise<void> => {
  const elsewhere = await tx
    .selectFrom('unit')
    .select('unit_id')
    .where('community_id', '=', community_id)
    .where('p_id', '<>', p_id)
    .limit(1)
    .executeTakeFirst()
  if (elsewhere) throw new CallError(409, '该小区已有房源，不能改到另一个项目', { field: 'p_id' })
}

/** The rooms say where they are by their community's name and address; those of which neither changes are left as they are. */
const renameRooms = async ({ tx }: Context, names: readonly string[], values: Corrected): Promise<void> => {
  const line = addressLine(names, values.address, values.region_number, undefined)
  const address = sql`(${line}::text || case coalesce(u.choice_get_number, ${values.choice_get_number ?? null}::smallint) when 1 then '弄' when 2 then '号' else '' end)`
  await sql`
    update org o set region_name = ${values.name}, address = ${address}, version = o.version + 1, updated_at = epoch_now()
    from unit u where u.unit_id = o.unit_id and o.community_id = ${values.community_id}
      and (o.region_name, o.address) is distinct from (${values.name}::text, ${address})
  `.execute(tx)
}

/** The calls by which 项目设置 adds and corrects communities: the derived ones, and what hangs on a community's place and name. */
export const communityCalls: Call[] = [
  {
    ...derivedCall(community, 'add', resourceNamed),
    handle: async (context: Context, values: Community) => {
      await regionNames(context.tx, values)
      return derivedCall(community, 'add', resourceNamed).handle(context, values)
    },
  },
  {
    ...derivedCall(community, 'edit', resourceNamed),
    handle: async (context: Context, values: Corrected) => {
      // First, since it says whose community it is; what follows takes it back where it refuses.
      const answer = await derivedCall(community, 'edit', resourceNamed).handle(context, values)
      const names = await regionNames(context.tx, values)
      await refuseMove(context, values)
      await renameRooms(context, names, values)
      return answer
    },
  },
]
