CREATE TABLE "seen_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seen_jobs_once_key" UNIQUE("driver_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "job_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "job_alerts_driver_key" UNIQUE("driver_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"name" text NOT NULL,
	"frequency" text DEFAULT 'daily' NOT NULL,
	"filters" jsonb NOT NULL,
	"key" text NOT NULL,
	"words" "tsquery",
	"experience_rank" integer,
	"weekly_pay" double precision,
	"endorsements" text[],
	"state" text,
	"latitude" double precision,
	"longitude" double precision,
	"end_latitude" double precision,
	"end_longitude" double precision,
	"miles" double precision,
	"cells" integer[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_searches_once_key" UNIQUE("driver_id","key"),
	CONSTRAINT "saved_searches_frequency_check" CHECK ("saved_searches"."frequency" in ('at_once', 'daily', 'weekly', 'off')),
	CONSTRAINT "saved_searches_circle_check" CHECK (num_nulls(latitude, longitude, miles, cells) in (0, 4)),
	CONSTRAINT "saved_searches_route_check" CHECK (num_nulls(end_latitude, end_longitude) = 2 or (num_nulls(end_latitude, end_longitude) = 0 and latitude is not null))
);
--> statement-breakpoint
CREATE TABLE "search_matches" (
	"search_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_waiting" boolean NOT NULL,
	CONSTRAINT "search_matches_search_id_job_id_pk" PRIMARY KEY("search_id","job_id")
);
--> statement-breakpoint
-- Jobs that are posted already are not new. The default fills them without rewriting the table.
ALTER TABLE "jobs" ADD COLUMN "searches_matched_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "searches_matched_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "seen_jobs" ADD CONSTRAINT "seen_jobs_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_jobs" ADD CONSTRAINT "seen_jobs_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seen_jobs_job_index" ON "seen_jobs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_alerts_due_index" ON "job_alerts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "saved_searches_cells_index" ON "saved_searches" USING gin ("cells") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "saved_searches_everywhere_index" ON "saved_searches" USING btree ("state") WHERE cells is null;--> statement-breakpoint
CREATE INDEX "search_matches_age_index" ON "search_matches" USING brin ("found_at");--> statement-breakpoint
CREATE INDEX "jobs_matching_due_index" ON "jobs" USING btree ("posting_date") WHERE status = 'POSTED' and searches_matched_at is null;--> statement-breakpoint
UPDATE "jobs" SET "searches_matched_at" = NULL WHERE "posting_date" IS NULL;
