CREATE TABLE "job_search_documents" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"promoted_until" timestamp (3) with time zone,
	"boost_until" timestamp (3) with time zone,
	"experience_rank" integer NOT NULL,
	"weekly_pay" double precision NOT NULL,
	"endorsements" text[] NOT NULL,
	"is_nationwide" boolean NOT NULL
);
--> statement-breakpoint
DROP INDEX "jobs_public_words_index";--> statement-breakpoint
DROP INDEX "jobs_public_city_index";--> statement-breakpoint
DROP INDEX "jobs_public_newest_index";--> statement-breakpoint
DROP INDEX "jobs_public_state_index";--> statement-breakpoint
DROP INDEX "jobs_public_facets_index";--> statement-breakpoint
DROP INDEX "jobs_public_pay_index";--> statement-breakpoint
DROP INDEX "jobs_public_global_index";--> statement-breakpoint
DROP INDEX "jobs_public_featured_index";--> statement-breakpoint
DROP INDEX "jobs_public_boosted_index";--> statement-breakpoint
DROP INDEX "jobs_public_cell_index";--> statement-breakpoint
ALTER TABLE "job_search_documents" ADD CONSTRAINT "job_search_documents_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_search_words_index" ON "job_search_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "job_search_position_index" ON "job_search_documents" USING gist (point("longitude", "latitude"));--> statement-breakpoint
CREATE INDEX "job_search_nationwide_index" ON "job_search_documents" USING btree ("job_id") WHERE is_nationwide;--> statement-breakpoint
CREATE INDEX "job_search_newest_index" ON "job_search_documents" USING btree ("posted_at" DESC NULLS FIRST,"job_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_search_pay_index" ON "job_search_documents" USING btree ("weekly_pay" DESC NULLS FIRST,"posted_at" DESC NULLS FIRST,"job_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_search_promoted_index" ON "job_search_documents" USING btree ("promoted_until") WHERE promoted_until is not null;--> statement-breakpoint
CREATE INDEX "job_search_boosted_index" ON "job_search_documents" USING btree ("boost_until") WHERE boost_until is not null;--> statement-breakpoint
CREATE INDEX "jobs_public_cell_index" ON "jobs" USING btree ("cell","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","latitude","longitude","company_id","job_type","home_time","endorsements","expected_pay_cents","salary_type") WHERE status = 'POSTED';--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "search_facets";--> statement-breakpoint
DROP FUNCTION "typed_grams";--> statement-breakpoint
CREATE FUNCTION search_words(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(left(word, 60)), '{}')
  FROM regexp_split_to_table(
    regexp_replace(
      lower(regexp_replace(normalize(content, NFD), '[\u0300-\u036F]', '', 'g')),
      '\m(cdl|class)[ -]([abc])\M', '\1 cdl\2', 'g'),
    '[^a-z0-9]+') AS word
  WHERE word <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION job_search_words(job jobs, company companies) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    search_words(concat_ws(' ', job.title, company.company_name, job.city, job.state, job.description_text, job.additional_experience))
    || array['#type:' || job.job_type, '#home:' || job.home_time, '#experience:' || job.required_experience,
        '#state:' || job.state, '#city:' || array_to_string(search_words(job.city), ' '), '#zip:' || coalesce(job.postal_code, '')]
    || array(SELECT '#endorsement:' || code FROM unnest(job.endorsements) AS code)
    || CASE WHEN job.is_global THEN array['#nationwide'] ELSE array[]::text[] END
    || CASE WHEN company.second_chance_company THEN array['#second-chance'] ELSE array[]::text[] END)
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_job_search_documents(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two transactions that change a job and its company at the same time would each write the other's old words.
  PERFORM FROM companies WHERE id IN (SELECT company_id FROM jobs WHERE jobs.id = ANY (ids)) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM job_search_documents document WHERE document.job_id = ANY (ids) AND NOT EXISTS (
    SELECT FROM jobs JOIN companies ON companies.id = jobs.company_id
    WHERE jobs.id = document.job_id AND jobs.status = 'POSTED' AND companies.status <> 'Cancelled');
  INSERT INTO job_search_documents (job_id, words, latitude, longitude, posted_at, expires_at, promoted_until, boost_until,
      experience_rank, weekly_pay, endorsements, is_nationwide)
    SELECT jobs.id, job_search_words(jobs, companies), jobs.latitude, jobs.longitude, jobs.posting_date, jobs.expiration_date,
      jobs.promoted_until, jobs.boost_until, jobs.experience_rank, jobs.weekly_pay, jobs.endorsements, jobs.is_global
    FROM jobs JOIN companies ON companies.id = jobs.company_id
    WHERE jobs.id = ANY (ids) AND jobs.status = 'POSTED' AND companies.status <> 'Cancelled'
  ON CONFLICT (job_id) DO UPDATE SET words = excluded.words, latitude = excluded.latitude, longitude = excluded.longitude,
    posted_at = excluded.posted_at, expires_at = excluded.expires_at, promoted_until = excluded.promoted_until,
    boost_until = excluded.boost_until, experience_rank = excluded.experience_rank, weekly_pay = excluded.weekly_pay,
    endorsements = excluded.endorsements, is_nationwide = excluded.is_nationwide;
END
$$;
--> statement-breakpoint
CREATE FUNCTION job_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_job_search_documents(array[new.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_search_insert AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (new.status = 'POSTED') EXECUTE FUNCTION job_to_search();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_search_update AFTER UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((old.status = 'POSTED' OR new.status = 'POSTED') AND
    (old.status, old.company_id, old.title, old.job_type, old.required_experience, old.additional_experience, old.home_time,
      old.description_text, old.endorsements, old.city, old.state, old.postal_code, old.latitude, old.longitude,
      old.posting_date, old.expiration_date, old.promoted_until, old.boost_until, old.expected_pay_cents, old.salary_type,
      old.is_global)
    IS DISTINCT FROM
    (new.status, new.company_id, new.title, new.job_type, new.required_experience, new.additional_experience, new.home_time,
      new.description_text, new.endorsements, new.city, new.state, new.postal_code, new.latitude, new.longitude,
      new.posting_date, new.expiration_date, new.promoted_until, new.boost_until, new.expected_pay_cents, new.salary_type,
      new.is_global))
  EXECUTE FUNCTION job_to_search();
--> statement-breakpoint
CREATE FUNCTION company_updated_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_job_search_documents(array(SELECT id FROM jobs WHERE company_id = new.id AND status = 'POSTED'));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER companies_search_update AFTER UPDATE ON companies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((old.company_name, old.status, old.second_chance_company) IS DISTINCT FROM
    (new.company_name, new.status, new.second_chance_company))
  EXECUTE FUNCTION company_updated_to_search();
--> statement-breakpoint
CREATE FUNCTION miles_between(latitude1 float8, longitude1 float8, latitude2 float8, longitude2 float8) RETURNS float8
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 7917.6 * asin(least(1, sqrt(power(sin(radians(latitude2 - latitude1) / 2), 2) +
    cos(radians(latitude1)) * cos(radians(latitude2)) * power(sin(radians(longitude2 - longitude1) / 2), 2))))
$$;
--> statement-breakpoint
SELECT refresh_job_search_documents(array(SELECT id FROM jobs WHERE status = 'POSTED'));
