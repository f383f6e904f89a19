export default {
  lessee_card_key: '该身份证号已登记为租客',
  merged_choice: '所选的已合并到另一条记录，请另选',
  kin_once: '这个身份证号在这户已有：租客本人不列为家人，每人只登记一次',
}
