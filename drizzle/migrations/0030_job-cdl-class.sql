-- An earlier migration of the same upgrade may have changed jobs, whose triggers have to run before the table is altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
DROP INDEX "jobs_public_cell_index";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cdl_class" text;--> statement-breakpoint
CREATE INDEX "jobs_public_cell_index" ON "jobs" USING btree ("cell","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","latitude","longitude","company_id","job_type","cdl_class","home_time","endorsements","expected_pay_cents","salary_type") WHERE status = 'POSTED';--> statement-breakpoint
DROP TRIGGER jobs_search_update ON jobs;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_search_update AFTER UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((old.status = 'POSTED' OR new.status = 'POSTED') AND
    (old.status, old.company_id, old.title, old.job_type, old.cdl_class, old.required_experience, old.additional_experience,
      old.home_time, old.description_text, old.endorsements, old.city, old.state, old.postal_code, old.latitude, old.longitude,
      old.posting_date, old.expiration_date, old.promoted_until, old.boost_until, old.expected_pay_cents, old.salary_type,
      old.is_global)
    IS DISTINCT FROM
    (new.status, new.company_id, new.title, new.job_type, new.cdl_class, new.required_experience, new.additional_experience,
      new.home_time, new.description_text, new.endorsements, new.city, new.state, new.postal_code, new.latitude, new.longitude,
      new.posting_date, new.expiration_date, new.promoted_until, new.boost_until, new.expected_pay_cents, new.salary_type,
      new.is_global))
  EXECUTE FUNCTION job_to_search();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION job_search_words(job jobs, company companies) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    search_words(concat_ws(' ', job.title, company.company_name, job.city, job.state, job.description_text, job.additional_experience))
    || array['#type:' || job.job_type, '#cdl:' || coalesce(job.cdl_class, job.job_type), '#home:' || job.home_time,
        '#experience:' || job.required_experience, '#state:' || job.state,
        '#city:' || array_to_string(search_words(job.city), ' '), '#zip:' || coalesce(job.postal_code, '')]
    || array(SELECT '#endorsement:' || code FROM unnest(job.endorsements) AS code)
    || CASE WHEN job.is_global THEN array['#nationwide'] ELSE array[]::text[] END
    || CASE WHEN company.second_chance_company THEN array['#second-chance'] ELSE array[]::text[] END)
$$;
--> statement-breakpoint
-- No job has chosen a class yet, so every document gets the word of its job type.
UPDATE job_search_documents SET words = words || array_to_tsvector(array['#cdl:' || jobs.job_type])
FROM jobs WHERE jobs.id = job_search_documents.job_id;
