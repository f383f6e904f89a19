export default {
  lessee_card_key: '该身份证号已登记为租客',
  merged_choice: '所选的已合并到另一条记录，请另选',
}
