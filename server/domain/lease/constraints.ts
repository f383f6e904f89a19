export default {
  lease_standing_former_id_one: '已有续签的整租',
  occupant_standing_custom_id_one: '此人已在整租房的入住名单上（这一间，或另一间）',
}
