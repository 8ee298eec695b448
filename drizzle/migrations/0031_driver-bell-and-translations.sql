CREATE TABLE "job_translations" (
	"job_id" uuid NOT NULL,
	"language" text NOT NULL,
	"source_hash" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "job_translations_job_id_language_pk" PRIMARY KEY("job_id","language")
);
--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "job_translations" ADD CONSTRAINT "job_translations_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;