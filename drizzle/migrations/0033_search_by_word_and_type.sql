-- Room on each page for the next version of a row: what counts a job's applications then writes that row and no index.
ALTER TABLE "jobs" SET (fillfactor = 75);--> statement-breakpoint
-- Triples of letters of a text in lower case, each marked with the place of the job type (`shared/job-facets.ts`).
CREATE FUNCTION typed_grams(lowered text, type_place integer) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(lowered, n, 3) || type_place), '{}') FROM generate_series(1, length(lowered) - 2) n
$$;--> statement-breakpoint
DROP INDEX "applications_name_index";--> statement-breakpoint
DROP INDEX "applications_distance_index";--> statement-breakpoint
CREATE INDEX "jobs_public_words_index" ON "jobs" USING gin (typed_grams("search_title", "search_facets" / 16)) WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_city_index" ON "jobs" USING btree ("search_city","longitude","latitude") WHERE status = 'POSTED' and search_city > '';--> statement-breakpoint
CREATE INDEX "applications_name_index" ON "applications" USING btree ("job_id",lower("full_name"),"id","full_name","application_at","distance","years_of_experience","within_range","owner_operator","rating") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_distance_index" ON "applications" USING btree ("job_id","distance","id","years_of_experience") WHERE withdrawn_at is null;