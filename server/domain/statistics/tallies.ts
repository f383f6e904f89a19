import { defineTally } from '../../store/facts/tallies.ts'

const end = "(date_trunc('month', e.day::timestamp) + interval '1 month')::date - 1"

export default [
  /**
   * The spans of rooms that begin and end in each month, by project and state: one adds its room on the day it begins, and takes it away after its last one. What that comes to in its own month is
   * in days up to the month's end, in later months in rooms; the standard rents likewise, in fen a month, and the rooms that have none.
   */
  defineTally({
    name: 'spans',
    label: '各月开始与结束的出租与空置',
    of: 'occupancy',
    joined: `cross join lateral (values (t.start_date, 1, 1), (t.last_date, -1, 0)) e (day, sign, day_itself) cross join lateral (select ${end} - e.day + e.day_itself as days) m`,
    by: { p_id: 't.p_id', state: 't.state', month: "date_trunc('month', e.day::timestamp)::date" },
    sums: {
      rooms: 'e.sign',
      days: 'e.sign * m.days',
      rent: 'e.sign * coalesce(t.standard_rent, 0)',
      rent_days: 'e.sign * m.days * coalesce(t.standard_rent, 0)',
      unpriced: 'case when t.standard_rent is null then e.sign else 0 end',
      unpriced_days: 'case when t.standard_rent is null then e.sign * m.days else 0 end',
      begun: 'case e.sign when 1 then 1 else 0 end',
      ended: 'case e.sign when -1 then 1 else 0 end',
      // Whose last day is the month's: they are there on that day still.
      lasting: 'case when e.sign = -1 and m.days = 0 then 1 else 0 end',
    },
  }),
]
