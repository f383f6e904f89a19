import type { Random } from '../random.ts'

const PREFIXES =
  '139 138 137 136 135 150 151 152 157 158 159 182 183 187 188 178 198 130 131 132 155 156 185 186 166 176 133 153 177 180 181 189 199 191 173 193'.split(
    ' ',
  )

/** Gives a mobile number that is not in `taken`. */
export const phoneOf = (random: Random, taken: Set<string>): string => {
  for (;;) {
    const phone = random.pick(PREFIXES) + String(random.int(0, 99_999_999)).padStart(8, '0')
    if (taken.has(phone)) continue
    taken.add(phone)
    return phone
  }
}
