DROP INDEX "jobs_title_trgm_index";--> statement-breakpoint
DROP INDEX "jobs_public_lifted_index";--> statement-breakpoint
DROP INDEX "jobs_public_city_index";--> statement-breakpoint
DROP INDEX "jobs_company_index";--> statement-breakpoint
DROP INDEX "jobs_public_newest_index";--> statement-breakpoint
DROP INDEX "jobs_public_cell_index";--> statement-breakpoint
DROP INDEX "jobs_public_state_index";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "search_title" text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL,
  ADD COLUMN "search_city" text GENERATED ALWAYS AS (lower(city)) STORED NOT NULL,
  ADD COLUMN "weekly_pay" double precision GENERATED ALWAYS AS (coalesce(case salary_type when 'weekly' then expected_pay_cents * 1::float8 when 'hourly' then expected_pay_cents * 50::float8 when 'daily' then expected_pay_cents * 5::float8 when 'perMile' then expected_pay_cents * 2500::float8 when 'monthly' then expected_pay_cents * 0.23076923076923078::float8 when 'yearly' then expected_pay_cents * 0.019230769230769232::float8 end, 0)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_title_index" ON "jobs" USING btree ("search_title","id");--> statement-breakpoint
CREATE INDEX "jobs_city_index" ON "jobs" USING btree ("search_city","id");--> statement-breakpoint
CREATE INDEX "jobs_status_index" ON "jobs" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "jobs_type_index" ON "jobs" USING btree ("job_type","id");--> statement-breakpoint
CREATE INDEX "jobs_state_index" ON "jobs" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "jobs_renew_index" ON "jobs" USING btree ("auto_renew","id");--> statement-breakpoint
CREATE INDEX "jobs_requisite_index" ON "jobs" USING btree ("requisite_number","id");--> statement-breakpoint
CREATE INDEX "jobs_requisite_down_index" ON "jobs" USING btree ("requisite_number" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_expiry_index" ON "jobs" USING btree ("expiration_date","id");--> statement-breakpoint
CREATE INDEX "jobs_expiry_down_index" ON "jobs" USING btree ("expiration_date" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_billing_index" ON "jobs" USING btree ("next_billing_date","id");--> statement-breakpoint
CREATE INDEX "jobs_billing_down_index" ON "jobs" USING btree ("next_billing_date" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_search_title_trgm_index" ON "jobs" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_public_featured_index" ON "jobs" USING btree ("posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","weekly_pay","latitude","longitude","cell","company_id","state","job_type","home_time","search_title","search_city","postal_code","endorsements","promoted_until","boost_until") WHERE status = 'POSTED' and promoted_until is not null;--> statement-breakpoint
CREATE INDEX "jobs_public_boosted_index" ON "jobs" USING btree ("posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","weekly_pay","latitude","longitude","cell","company_id","state","job_type","home_time","search_title","search_city","postal_code","endorsements","promoted_until","boost_until") WHERE status = 'POSTED' and boost_until is not null;--> statement-breakpoint
CREATE INDEX "jobs_company_index" ON "jobs" USING btree ("company_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","search_title");--> statement-breakpoint
CREATE INDEX "jobs_public_newest_index" ON "jobs" USING btree ("posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","weekly_pay","latitude","longitude","cell","company_id","state","job_type","home_time","search_title","search_city","postal_code","endorsements","promoted_until","boost_until") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_cell_index" ON "jobs" USING btree ("cell","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","weekly_pay","latitude","longitude","company_id","state","job_type","home_time","search_title","search_city","postal_code","endorsements","promoted_until","boost_until","expected_pay_cents","salary_type") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_state_index" ON "jobs" USING btree ("state","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","weekly_pay","latitude","longitude","cell","company_id","job_type","home_time","search_title","search_city","postal_code","endorsements","promoted_until","boost_until") WHERE status = 'POSTED';