DROP INDEX "applications_name_index";--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "search_name" text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "applications_name_index" ON "applications" USING btree ("job_id","search_name","id") WHERE withdrawn_at is null;