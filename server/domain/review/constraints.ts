export default {
  review_p_id_batch_contract_id_key: '这个批次里已有该合同的年审',
}
