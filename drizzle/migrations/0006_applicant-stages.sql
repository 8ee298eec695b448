CREATE TABLE "application_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid,
	"source" text DEFAULT 'web' NOT NULL,
	"text" text,
	"edited_at" timestamp (3) with time zone,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_stages" (
	"company_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"name" text,
	"position" integer NOT NULL,
	CONSTRAINT "company_stages_company_id_stage_pk" PRIMARY KEY("company_id","stage"),
	CONSTRAINT "company_stages_position_key" UNIQUE("company_id","position")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_name_key" UNIQUE("user_id","company_id","name")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "tells_not_selected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "stage" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "stage_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "not_a_fit_reason" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "match_score" real;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "viewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "source" text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_stages" ADD CONSTRAINT "company_stages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_events_application_index" ON "application_events" USING btree ("application_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "application_events_company_index" ON "application_events" USING btree ("company_id","kind","at");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_company_index" ON "applications" USING btree ("company_id","application_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "applications_stage_index" ON "applications" USING btree ("company_id","stage","application_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "applications_person_index" ON "applications" USING btree ("company_id","person_id");--> statement-breakpoint
UPDATE "applications" SET "person_id" = "driver_id", "stage" = case when "withdrawn_at" is null then 'new' else 'withdrawn' end;--> statement-breakpoint
INSERT INTO "application_events" ("id", "application_id", "company_id", "at", "kind", "source") SELECT gen_random_uuid(), "id", "company_id", "application_at", 'applied', 'system' FROM "applications" WHERE "driver_id" is not null;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_stage_check" CHECK ("applications"."stage" in ('new', 'reviewed', 'contacted', 'interview', 'offer', 'hired', 'not_a_fit', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_reason_check" CHECK (("applications"."stage" = 'not_a_fit') = ("applications"."not_a_fit_reason" is not null));