-- Submissions as those see them whose they are: to decide, applied for, decided, told. What is asked of someone is read whatever its project.
-- Each part is of a submission that is there (its key refers to it): joined so, what asks only for parts does not look at the submissions.
create view my_audit_view as
select
  p.user_id, p.part, p.since,
  p.audit_id, a.subject, a.business, a.label, a.resource, a.record_id, a.applicant_id, a.asked_ids, a.status, a.round, a.amount, a.changes, a.deed,
  a.reason, a.imgs, a.record_imgs, a.files, a.record_files, a.created_at, a.due_at, a.decided_at, a.opinion, a.p_id,
  a.version, a.created_by, a.updated_at,
  -- A step that only tells (way 2) decides nothing, and nothing is sent back to it.
  (exists (
    select from jsonb_array_elements(a.specs) with ordinality s (spec, place)
    where s.place <= (a.stands ->> 'step')::integer and (s.spec ->> 'way')::integer <> 2
  ))::integer as has_step_before
from audit_person p left join audit a using (audit_id)
