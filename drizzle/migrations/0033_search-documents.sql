-- An earlier migration of the same upgrade may have changed jobs and companies, whose triggers have to run first.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
-- What the search document of a job is made from. The triggers compare the old and the new source, so the document must not
-- read the job or the company in any other way. A migration that drops a column which it reads must replace it too: PostgreSQL
-- notices that only at the next update of a job.
CREATE TYPE job_search_source AS (
  job_id uuid, content text, city text, facts text[], latitude double precision, longitude double precision,
  posted_at timestamptz, expires_at timestamptz, promoted_until timestamptz, boost_until timestamptz, experience_rank integer,
  weekly_pay double precision, endorsements text[], is_nationwide boolean);
--> statement-breakpoint
CREATE FUNCTION job_search_source(job jobs) RETURNS job_search_source LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN job.status = 'POSTED' THEN (
    job.id,
    concat_ws(' ', job.title, job.city, job.state, job.description_text, job.additional_experience),
    job.city,
    array['#type:' || job.job_type, '#cdl:' || coalesce(job.cdl_class, job.job_type), '#home:' || job.home_time,
        '#experience:' || job.required_experience, '#state:' || job.state,
        '#zip:' || coalesce(job.postal_code, '')]
      || array(SELECT '#endorsement:' || code FROM unnest(job.endorsements) AS code)
      || CASE WHEN job.is_global THEN array['#nationwide'] ELSE array[]::text[] END,
    job.latitude, job.longitude, job.posting_date, job.expiration_date, job.promoted_until, job.boost_until,
    job.experience_rank, job.weekly_pay, job.endorsements, job.is_global
  )::job_search_source END
$$;
--> statement-breakpoint
-- The words of a company in the documents of its jobs. Null if its jobs aren't public.
CREATE FUNCTION company_search_words(company companies) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN company.status <> 'Cancelled' THEN
    search_words(company.company_name)
      || CASE WHEN company.second_chance_company THEN array['#second-chance'] ELSE array[]::text[] END
  END
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
      experience_rank, weekly_pay, endorsements, is_nationwide)
    SELECT source.job_id,
      array_to_tsvector(search_words(source.content) || source.facts || company_words
        || array['#city:' || array_to_string(search_words(source.city), ' ')]),
      source.latitude, source.longitude, source.posted_at, source.expires_at, source.promoted_until, source.boost_until,
      source.experience_rank, source.weekly_pay, source.endorsements, source.is_nationwide
    FROM jobs
    JOIN companies ON companies.id = jobs.company_id
    CROSS JOIN LATERAL company_search_words(companies) AS company_words
    CROSS JOIN LATERAL job_search_source(jobs) AS source
    WHERE jobs.id = ANY (ids) AND source.job_id IS NOT NULL AND company_words IS NOT NULL
  ON CONFLICT (job_id) DO UPDATE SET words = excluded.words, latitude = excluded.latitude, longitude = excluded.longitude,
    posted_at = excluded.posted_at, expires_at = excluded.expires_at, promoted_until = excluded.promoted_until,
    boost_until = excluded.boost_until, experience_rank = excluded.experience_rank, weekly_pay = excluded.weekly_pay,
    endorsements = excluded.endorsements, is_nationwide = excluded.is_nationwide;
END
$$;
--> statement-breakpoint
DROP TRIGGER jobs_search_update ON jobs;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_search_update AFTER UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (old.company_id IS DISTINCT FROM new.company_id OR job_search_source(old) IS DISTINCT FROM job_search_source(new))
  EXECUTE FUNCTION job_to_search();
--> statement-breakpoint
DROP TRIGGER companies_search_update ON companies;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER companies_search_update AFTER UPDATE ON companies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (company_search_words(old) IS DISTINCT FROM company_search_words(new))
  EXECUTE FUNCTION company_updated_to_search();
--> statement-breakpoint
DROP FUNCTION job_search_words(jobs, companies);
--> statement-breakpoint
-- Earlier documents could join the end of a title with the beginning of a company's name, as in "cdla".
SELECT refresh_job_search_documents(array(
  SELECT jobs.id FROM jobs JOIN companies ON companies.id = jobs.company_id
  WHERE jobs.status = 'POSTED' AND jobs.title ~* '\m(cdl|class)$' AND companies.company_name ~* '^[abc]\M'));
