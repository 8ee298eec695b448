-- An earlier migration of the same upgrade may have changed jobs and companies, whose triggers have to run first.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
DROP INDEX "job_search_position_index";--> statement-breakpoint
DROP INDEX "job_search_promoted_index";--> statement-breakpoint
DROP INDEX "job_search_boosted_index";--> statement-breakpoint
ALTER TABLE "job_search_documents" ADD COLUMN "cell" integer;--> statement-breakpoint
UPDATE job_search_documents SET cell = jobs.cell, words = words || array_to_tsvector(
    CASE WHEN jobs.promoted_until IS NOT NULL THEN array['#promoted'] ELSE array[]::text[] END
    || CASE WHEN jobs.boost_until IS NOT NULL THEN array['#boosted'] ELSE array[]::text[] END)
  FROM jobs WHERE jobs.id = job_search_documents.job_id;--> statement-breakpoint
ALTER TABLE "job_search_documents" ALTER COLUMN "cell" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "job_search_cell_index" ON "job_search_documents" USING btree ("cell");--> statement-breakpoint
ALTER TYPE job_search_source ADD ATTRIBUTE cell integer;--> statement-breakpoint
CREATE OR REPLACE FUNCTION job_search_source(job jobs) RETURNS job_search_source LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN job.status = 'POSTED' THEN (
    job.id,
    concat_ws(' ', job.title, job.city, job.state, job.description_text, job.additional_experience),
    job.city,
    array['#type:' || job.job_type, '#cdl:' || coalesce(job.cdl_class, job.job_type), '#home:' || job.home_time,
        '#experience:' || job.required_experience, '#state:' || job.state,
        '#zip:' || coalesce(job.postal_code, '')]
      || array(SELECT '#endorsement:' || code FROM unnest(job.endorsements) AS code)
      || CASE WHEN job.is_global THEN array['#nationwide'] ELSE array[]::text[] END
      || CASE WHEN job.promoted_until IS NOT NULL THEN array['#promoted'] ELSE array[]::text[] END
      || CASE WHEN job.boost_until IS NOT NULL THEN array['#boosted'] ELSE array[]::text[] END,
    job.latitude, job.longitude, job.posting_date, job.expiration_date, job.promoted_until, job.boost_until,
    job.experience_rank, job.weekly_pay, job.endorsements, job.is_global, job.cell
  )::job_search_source END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_job_search_documents(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two transactions that change a job and its company at the same time would each write the other's old words.
  PERFORM FROM companies WHERE id IN (SELECT company_id FROM jobs WHERE jobs.id = ANY (ids)) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM job_search_documents document WHERE document.job_id = ANY (ids) AND NOT EXISTS (
    SELECT FROM jobs JOIN companies ON companies.id = jobs.company_id
    WHERE jobs.id = document.job_id AND (job_search_source(jobs)).job_id IS NOT NULL
      AND company_search_words(companies) IS NOT NULL);
  -- An update keeps the id, so it doesn't check the foreign key, which would wait for whoever has locked the job.
  INSERT INTO job_search_documents (job_id, words, latitude, longitude, posted_at, expires_at, promoted_until, boost_until,
      experience_rank, weekly_pay, endorsements, is_nationwide, cell)
    SELECT source.job_id,
      array_to_tsvector(search_words(source.content) || source.facts || company_words
        || array['#city:' || array_to_string(search_words(source.city), ' ')]),
      source.latitude, source.longitude, source.posted_at, source.expires_at, source.promoted_until, source.boost_until,
      source.experience_rank, source.weekly_pay, source.endorsements, source.is_nationwide, source.cell
    FROM jobs
    JOIN companies ON companies.id = jobs.company_id
    CROSS JOIN LATERAL company_search_words(companies) AS company_words
    CROSS JOIN LATERAL job_search_source(jobs) AS source
    WHERE jobs.id = ANY (ids) AND source.job_id IS NOT NULL AND company_words IS NOT NULL
  ON CONFLICT (job_id) DO UPDATE SET words = excluded.words, latitude = excluded.latitude, longitude = excluded.longitude,
    posted_at = excluded.posted_at, expires_at = excluded.expires_at, promoted_until = excluded.promoted_until,
    boost_until = excluded.boost_until, experience_rank = excluded.experience_rank, weekly_pay = excluded.weekly_pay,
    endorsements = excluded.endorsements, is_nationwide = excluded.is_nationwide, cell = excluded.cell;
END
$$;
