DROP INDEX "audit_log_at_index";--> statement-breakpoint
DROP INDEX "audit_log_company_index";--> statement-breakpoint
DROP INDEX "audit_log_actor_index";--> statement-breakpoint
DROP INDEX "charges_company_index";--> statement-breakpoint
DROP INDEX "invoices_company_index";--> statement-breakpoint
DROP INDEX "companies_created_index";--> statement-breakpoint
DROP INDEX "companies_status_index";--> statement-breakpoint
DROP INDEX "employees_company_index";--> statement-breakpoint
DROP INDEX "applications_newest_index";--> statement-breakpoint
DROP INDEX "applications_name_index";--> statement-breakpoint
DROP INDEX "applications_distance_index";--> statement-breakpoint
DROP INDEX "applications_driver_index";--> statement-breakpoint
DROP INDEX "jobs_company_index";--> statement-breakpoint
DROP INDEX "jobs_public_newest_index";--> statement-breakpoint
DROP INDEX "jobs_public_cell_index";--> statement-breakpoint
DROP INDEX "jobs_public_state_index";--> statement-breakpoint
CREATE INDEX "jobs_newest_index" ON "jobs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_public_lifted_index" ON "jobs" USING btree ("posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","company_id","promoted_until","boost_until","title","city","state","postal_code","cell","latitude","longitude","job_type","experience_rank","home_time","salary_type","expected_pay_cents","endorsements") WHERE status = 'POSTED' and (promoted_until is not null or boost_until is not null);--> statement-breakpoint
CREATE INDEX "jobs_public_city_index" ON "jobs" USING btree (lower("city")) WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_company_index" ON "audit_log" USING btree ("company_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_index" ON "audit_log" USING btree ("actor_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "charges_company_index" ON "charges" USING btree ("company_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_company_index" ON "invoices" USING btree ("company_id","billing_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_created_index" ON "companies" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_status_index" ON "companies" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "employees_company_index" ON "employees" USING btree ("company_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "applications_newest_index" ON "applications" USING btree ("job_id","application_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"full_name","distance","years_of_experience","within_range","owner_operator") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_name_index" ON "applications" USING btree ("job_id",lower("full_name"),"id","full_name") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_distance_index" ON "applications" USING btree ("job_id","distance","id","full_name","years_of_experience") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_driver_index" ON "applications" USING btree ("driver_id","application_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_company_index" ON "jobs" USING btree ("company_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","title");--> statement-breakpoint
CREATE INDEX "jobs_public_newest_index" ON "jobs" USING btree ("posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","company_id","promoted_until","boost_until","title","city","state","postal_code","cell","latitude","longitude","job_type","experience_rank","home_time","salary_type","expected_pay_cents","endorsements") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_cell_index" ON "jobs" USING btree ("cell","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","company_id","promoted_until","boost_until","title","city","state","postal_code","latitude","longitude","job_type","experience_rank","home_time","salary_type","expected_pay_cents","endorsements") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_state_index" ON "jobs" USING btree ("state","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","company_id","promoted_until","boost_until","title","city","postal_code","cell","latitude","longitude","job_type","experience_rank","home_time","salary_type","expected_pay_cents","endorsements") WHERE status = 'POSTED';