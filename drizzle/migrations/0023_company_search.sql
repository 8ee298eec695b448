-- Single letters and pairs of a text, without case: what trigrams are too long for.
CREATE FUNCTION short_grams(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(lowered, n, size)), '{}')
  FROM (SELECT lower(words) lowered) given, generate_series(1, length(lowered)) n, generate_series(1, 2) size
  WHERE n + size - 1 <= length(lowered)
$$;--> statement-breakpoint
DROP INDEX "companies_created_index";--> statement-breakpoint
DROP INDEX "companies_name_trgm_index";--> statement-breakpoint
DROP INDEX "companies_name_index";--> statement-breakpoint
DROP INDEX "companies_status_index";--> statement-breakpoint
DROP INDEX "companies_type_index";--> statement-breakpoint
DROP INDEX "companies_billing_type_index";--> statement-breakpoint
DROP INDEX "companies_jobs_index";--> statement-breakpoint
DROP INDEX "companies_active_jobs_index";--> statement-breakpoint
DROP INDEX "companies_phone_index";--> statement-breakpoint
DROP INDEX "companies_phone_down_index";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "search_name" text GENERATED ALWAYS AS (lower(company_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "name_grams" text[] GENERATED ALWAYS AS (short_grams(company_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "phone_grams" text[] GENERATED ALWAYS AS (short_grams(phone)) STORED;--> statement-breakpoint
CREATE INDEX "companies_phone_trgm_index" ON "companies" USING gin ("phone" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "companies_name_grams_index" ON "companies" USING gin ("name_grams");--> statement-breakpoint
CREATE INDEX "companies_phone_grams_index" ON "companies" USING gin ("phone_grams");--> statement-breakpoint
CREATE INDEX "jobs_posting_index" ON "jobs" USING btree ("posting_date","id");--> statement-breakpoint
CREATE INDEX "jobs_posting_down_index" ON "jobs" USING btree ("posting_date" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_created_index" ON "companies" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","type","billing_type","search_name","phone","total_jobs","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_name_trgm_index" ON "companies" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "companies_name_index" ON "companies" USING btree ("search_name","id","status","type","billing_type","created_at","phone","total_jobs","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_status_index" ON "companies" USING btree ("status","id","type","billing_type","created_at","search_name","phone","total_jobs","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_type_index" ON "companies" USING btree ("type","id","status","billing_type","created_at","search_name","phone","total_jobs","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_billing_type_index" ON "companies" USING btree ("billing_type","id","status","type","created_at","search_name","phone","total_jobs","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_jobs_index" ON "companies" USING btree ("total_jobs","id","status","type","billing_type","created_at","search_name","phone","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_active_jobs_index" ON "companies" USING btree ("total_active_jobs","id","status","type","billing_type","created_at","search_name","phone","total_jobs");--> statement-breakpoint
CREATE INDEX "companies_phone_index" ON "companies" USING btree ("phone","id","status","type","billing_type","created_at","search_name","total_jobs","total_active_jobs");--> statement-breakpoint
CREATE INDEX "companies_phone_down_index" ON "companies" USING btree ("phone" DESC NULLS LAST,"id" DESC NULLS FIRST,"status","type","billing_type","created_at","search_name","total_jobs","total_active_jobs");