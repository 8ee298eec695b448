CREATE TABLE "interviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"proposed_by" uuid,
	"status" text DEFAULT 'proposed' NOT NULL,
	"kind" text NOT NULL,
	"minutes" integer NOT NULL,
	"times" timestamp (3) with time zone[] NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"place" text,
	"note" text,
	"answer" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "interviews" ADD CONSTRAINT "interviews_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviews" ADD CONSTRAINT "interviews_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "interviews" ADD CONSTRAINT "interviews_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interviews_application_index" ON "interviews" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "interviews_company_index" ON "interviews" USING btree ("company_id","starts_at") WHERE status in ('proposed', 'scheduled');--> statement-breakpoint
CREATE UNIQUE INDEX "interviews_open_key" ON "interviews" USING btree ("application_id") WHERE status in ('proposed', 'scheduled');