CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"author_id" uuid,
	"is_from_support" boolean NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"job_id" uuid,
	"created_by" uuid,
	"subject" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_status_check" CHECK ("contacts"."status" in ('Open', 'Answered'))
);
--> statement-breakpoint
DROP INDEX "companies_created_index";--> statement-breakpoint
DROP INDEX "companies_name_index";--> statement-breakpoint
DROP INDEX "companies_status_index";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "total_jobs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "total_active_jobs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_thread_index" ON "contact_messages" USING btree ("contact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contacts_newest_index" ON "contacts" USING btree ("last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_status_index" ON "contacts" USING btree ("status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_company_index" ON "contacts" USING btree ("company_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_job_index" ON "contacts" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "audit_log_impersonated_index" ON "audit_log" USING btree ("impersonated_id","at" DESC NULLS FIRST) WHERE "audit_log"."impersonated_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_action_index" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_index" ON "audit_log" USING btree ("subject_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_type_index" ON "companies" USING btree ("type","id","status","billing_type","created_at","company_name","phone");--> statement-breakpoint
CREATE INDEX "companies_billing_type_index" ON "companies" USING btree ("billing_type","id","status","type","created_at","company_name","phone");--> statement-breakpoint
CREATE INDEX "companies_jobs_index" ON "companies" USING btree ("total_jobs","id","status","type","billing_type","created_at","company_name","phone");--> statement-breakpoint
CREATE INDEX "companies_active_jobs_index" ON "companies" USING btree ("total_active_jobs","id","status","type","billing_type","created_at","company_name","phone");--> statement-breakpoint
CREATE INDEX "companies_created_index" ON "companies" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","type","billing_type","company_name","phone");--> statement-breakpoint
CREATE INDEX "companies_name_index" ON "companies" USING btree (lower("company_name"),"id","status","type","billing_type","created_at","company_name","phone");--> statement-breakpoint
CREATE INDEX "companies_status_index" ON "companies" USING btree ("status","id","type","billing_type","created_at","company_name","phone");--> statement-breakpoint
UPDATE companies SET total_jobs = counted.total, total_active_jobs = counted.active
FROM (SELECT company_id, count(*)::int total, (count(*) FILTER (WHERE status = 'POSTED'))::int active FROM jobs GROUP BY company_id) counted
WHERE counted.company_id = companies.id;--> statement-breakpoint
-- Runs as a transaction commits, when it waits for nothing else any more; the one lock lets those that touch several
-- companies take turns, so that none waits for another crosswise.
CREATE FUNCTION count_job() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total int := CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END;
  active int := (CASE WHEN TG_OP <> 'DELETE' AND NEW.status = 'POSTED' THEN 1 ELSE 0 END)
    - (CASE WHEN TG_OP <> 'INSERT' AND OLD.status = 'POSTED' THEN 1 ELSE 0 END);
BEGIN
  PERFORM pg_advisory_xact_lock(72420002);
  UPDATE companies SET total_jobs = total_jobs + total, total_active_jobs = total_active_jobs + active
  WHERE id = coalesce(NEW.company_id, OLD.company_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_counted_on_insert AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION count_job();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_counted_on_delete AFTER DELETE ON jobs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION count_job();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_counted_on_update AFTER UPDATE OF status ON jobs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN ((OLD.status = 'POSTED') IS DISTINCT FROM (NEW.status = 'POSTED')) EXECUTE FUNCTION count_job();
