import { defineFacts } from '../../store/facts/facts.ts'

/** A room's state, its contract in force, and since when it stands empty. */
export default defineFacts({
  name: 'room_facts',
  label: '房态、现合同与空置自',
  of: 'org',
  per: 'org_id',
  madeOf: {
    org: { whose: 'org_id', when: ['status', 'created_at'] },
    contract: { whose: 'org_id', when: ['status', 'start_date', 'end_date', 'left_on', 'custom_id'] },
    bill: { whose: 'contract_id.org_id', when: ['paid', 'price', 'is_void', 'bill_date'] },
    waiting: { whose: 'org_id', when: ['status'] },
  },
})
