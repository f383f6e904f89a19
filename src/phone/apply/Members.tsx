import type { Field, RowSchema } from '../../core/form.ts'
import { FieldInput } from '../form/FieldInput.tsx'
import type { Faults, Member } from './values.ts'

interface Props {
  field: Field
  members: readonly Member[]
  faults: Faults
  onChange: (members: readonly Member[]) => void
}

/** Tells members apart while they are typed; what is sent does not carry it. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

const keyOf = (member: Member): string => String(member.member_id ?? member.key_)

/** Who else is of the household: each one's name, relation and card. */
export const Members = ({ field, members, faults, onChange }: Props) => {
  if (field.type !== 'array' || !('properties' in field.items)) return null
  const { properties, required = [] }: RowSchema = field.items
  const asked = Object.entries(properties).filter(([name]) => name !== 'member_id')
  const change = (place: number, name: string, value: unknown): void =>
    onChange(members.map((member, at) => (at === place ? { ...member, [name]: value } : member)))
  return (
    <section className="phone-step" aria-label={field.title}>
      <h2>{field.title}</h2>
      <p>同住的、一起申请的每一位都要填，不含申请人本人；没有就不填。</p>
      {members.map((member, place) => (
        <fieldset key={keyOf(member)} className="apply-member" aria-label={`成员${place + 1}`}>
          <header>
            <strong>成员{place + 1}</strong>
            <button type="button" onClick={() => onChange(members.filter((_, at) => at !== place))}>
              删除
            </button>
          </header>
          {asked.map(([name, one]) => (
            <FieldInput
              key={name}
              name={`members.${place}.${name}`}
              field={one}
              value={member[name]}
              isRequired={required.includes(name)}
              fault={faults[`members.${place}.${name}`]}
              onChange={(value) => change(place, name, value)}
            />
          ))}
        </fieldset>
      ))}
      {faults.members && <p role="alert">{faults.members}</p>}
      {members.length < field.maxItems && (
        <button type="button" onClick={() => onChange([...members, { key_: newKey() }])}>
          添加家庭成员
        </button>
      )}
    </section>
  )
}
