export default {
  inspect_p_id_batch_org_id_key: '这个批次里已有该房间的任务',
}
