CREATE TABLE "job_viewers" (
	"job_id" uuid NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "job_viewers_job_id_day_viewer_pk" PRIMARY KEY("job_id","day","viewer")
);
--> statement-breakpoint
ALTER TABLE "job_viewers" ADD CONSTRAINT "job_viewers_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_viewers_day_index" ON "job_viewers" USING btree ("day");