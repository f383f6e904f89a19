export default {
  inspect_standing_p_id_batch_org_id_one: '这个批次里已有该房间的任务',
}
