CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"impersonated_id" uuid,
	"company_id" uuid,
	"action" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"ip" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"email" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"kind" text NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp (3) with time zone,
	"user_agent" text,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"bucket" text NOT NULL,
	"key" text NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	CONSTRAINT "throttles_bucket_key_pk" PRIMARY KEY("bucket","key")
);
--> statement-breakpoint
CREATE TABLE "used_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_to_verify" text,
	"email_verified_at" timestamp (3) with time zone,
	"password_hash" text,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED NOT NULL,
	"phone" text,
	"timezone" text DEFAULT 'US/Central' NOT NULL,
	"profile_picture" text,
	"roles" text[] NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"terms_accepted_at" timestamp (3) with time zone,
	"newsletters" boolean DEFAULT false NOT NULL,
	"newsletters_consent_at" timestamp (3) with time zone,
	"newsletters_consent_text" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_status_check" CHECK ("users"."status" in ('Active', 'Locked'))
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"gateway_customer_id" text NOT NULL,
	"gateway_payment_method_id" text NOT NULL,
	"card_type" text NOT NULL,
	"masked_number" text NOT NULL,
	"expiration_date" text NOT NULL,
	"card_holder_name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_key" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"gateway_order_id" text NOT NULL,
	"gateway_transaction_id" text,
	"response_code" integer,
	"reason" text,
	"card_type" text,
	"masked_number" text,
	"invoice_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "charges_amount_check" CHECK ("charges"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"transaction_id" text,
	"payload" jsonb,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"description" text NOT NULL,
	"job_id" uuid,
	"addon_type" text,
	"amount_cents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_custom_id" text NOT NULL,
	"company_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"subject_key" text NOT NULL,
	"payment_method" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"transaction_id" text,
	"card_type" text,
	"masked_number" text,
	"billing_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_refund_check" CHECK ("invoices"."refunded_cents" between 0 and "invoices"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"size" text,
	"type" integer DEFAULT 2 NOT NULL,
	"billing_type" text DEFAULT 'CELERO' NOT NULL,
	"status" text DEFAULT 'Inactive' NOT NULL,
	"email" text NOT NULL,
	"email_to_verify" text,
	"email_verified_at" timestamp (3) with time zone,
	"phone" text,
	"street1" text,
	"street2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"country" text DEFAULT 'US' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"logo" text,
	"color_template" text,
	"enable_requisite_numbers" boolean DEFAULT false NOT NULL,
	"experienced_driver_filter" boolean DEFAULT false NOT NULL,
	"second_chance_company" boolean DEFAULT false NOT NULL,
	"sales_ref" text,
	"employer_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_status_check" CHECK ("companies"."status" in ('Active', 'Inactive', 'Cancelled')),
	CONSTRAINT "companies_billing_type_check" CHECK ("companies"."billing_type" in ('CELERO', 'CONTRACT')),
	CONSTRAINT "companies_type_check" CHECK ("companies"."type" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "company_tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_tags" (
	"application_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "application_tags_application_id_tag_id_pk" PRIMARY KEY("application_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"driver_id" uuid,
	"application_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"message" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED NOT NULL,
	"email" text,
	"phone" text,
	"street1" text,
	"street2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"distance" double precision,
	"within_range" boolean,
	"is_over21" boolean,
	"cdl_status" text,
	"years_of_experience" real,
	"work_experiences" text[] DEFAULT '{}' NOT NULL,
	"endorsements" text[] DEFAULT '{}' NOT NULL,
	"owner_operator" boolean,
	"rating" integer
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"street1" text,
	"street2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"latitude" double precision,
	"longitude" double precision,
	"cell" integer,
	"birthdate" date,
	"cdl_status" text,
	"years_of_experience" real,
	"work_experiences" text[] DEFAULT '{}' NOT NULL,
	"endorsements" text[] DEFAULT '{}' NOT NULL,
	"owner_operator" boolean,
	"home_time" text,
	"expected_pay_cents" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_addons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"addon_type" text NOT NULL,
	"cost_cents" integer NOT NULL,
	"subscribed" boolean DEFAULT true NOT NULL,
	"external_url" text,
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_addons_hyperlink_check" CHECK ("job_addons"."addon_type" <> 'hyperlink' or "job_addons"."external_url" is not null)
);
--> statement-breakpoint
CREATE TABLE "job_days" (
	"job_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"applications" integer DEFAULT 0 NOT NULL,
	"hyperlink_clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_days_job_id_day_pk" PRIMARY KEY("job_id","day")
);
--> statement-breakpoint
CREATE TABLE "job_tags" (
	"job_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "job_tags_job_id_tag_id_pk" PRIMARY KEY("job_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"order_id" uuid,
	"employer_id" uuid,
	"status" text DEFAULT 'INACTIVE' NOT NULL,
	"decline_reason" text,
	"title" text NOT NULL,
	"job_type" text NOT NULL,
	"required_experience" text NOT NULL,
	"experience_rank" integer NOT NULL,
	"additional_experience" text,
	"home_time" text NOT NULL,
	"description_html" text NOT NULL,
	"description_doc" jsonb,
	"description_text" text NOT NULL,
	"driver_unload" boolean DEFAULT false NOT NULL,
	"expected_pay_cents" integer,
	"salary_type" text NOT NULL,
	"signon_bonus_cents" integer DEFAULT 0 NOT NULL,
	"starting_bonus_cents" integer DEFAULT 0 NOT NULL,
	"benefits" text[] DEFAULT '{}' NOT NULL,
	"endorsements" text[] DEFAULT '{}' NOT NULL,
	"street1" text,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text,
	"country" text DEFAULT 'US' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"cell" integer NOT NULL,
	"cost_cents" integer NOT NULL,
	"auto_renew" boolean DEFAULT true NOT NULL,
	"posting_date" timestamp (3) with time zone,
	"expiration_date" timestamp (3) with time zone,
	"next_billing_date" timestamp (3) with time zone,
	"scheduled_at" timestamp (3) with time zone,
	"renewal_canceled_at" timestamp (3) with time zone,
	"renewal_cancellation_reason" text,
	"promoted_until" timestamp (3) with time zone,
	"boost_until" timestamp (3) with time zone,
	"is_global" boolean DEFAULT false NOT NULL,
	"video_url" text,
	"duplicate_of" uuid,
	"closed_at" timestamp (3) with time zone,
	"application_count" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_status_check" CHECK ("jobs"."status" in ('INACTIVE', 'PROCESSING_PAYMENT', 'POSTED', 'SCHEDULED', 'DECLINED', 'CLOSED', 'DISABLED')),
	CONSTRAINT "jobs_posted_check" CHECK ("jobs"."status" <> 'POSTED' or ("jobs"."posting_date" is not null and "jobs"."expiration_date" is not null))
);
--> statement-breakpoint
CREATE TABLE "posting_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"token" text NOT NULL,
	"total_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"owner_id" uuid,
	"company_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "cities" (
	"key" text NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"postal_code_count" integer NOT NULL,
	"zip" text NOT NULL,
	CONSTRAINT "cities_key_state_pk" PRIMARY KEY("key","state")
);
--> statement-breakpoint
CREATE TABLE "postal_codes" (
	"zip" text PRIMARY KEY NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_employer_id_users_id_fk" FOREIGN KEY ("employer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_tags" ADD CONSTRAINT "company_tags_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_tags" ADD CONSTRAINT "application_tags_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_tags" ADD CONSTRAINT "application_tags_tag_id_company_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."company_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_days" ADD CONSTRAINT "job_days_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_tags" ADD CONSTRAINT "job_tags_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_tags" ADD CONSTRAINT "job_tags_tag_id_company_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."company_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_order_id_posting_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."posting_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_employer_id_users_id_fk" FOREIGN KEY ("employer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_duplicate_of_jobs_id_fk" FOREIGN KEY ("duplicate_of") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting_orders" ADD CONSTRAINT "posting_orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_company_index" ON "audit_log" USING btree ("company_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_index" ON "audit_log" USING btree ("actor_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "proofs_hash_index" ON "proofs" USING btree ("kind","hash");--> statement-breakpoint
CREATE INDEX "proofs_user_index" ON "proofs" USING btree ("user_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_key" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous_index" ON "sessions" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_roles_index" ON "users" USING gin ("roles");--> statement-breakpoint
CREATE INDEX "users_full_name_index" ON "users" USING gin ("full_name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "cards_company_key" ON "cards" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_once_key" ON "charges" USING btree ("purpose","subject_key") WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "charges_gateway_order_key" ON "charges" USING btree ("gateway_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_transaction_key" ON "charges" USING btree ("gateway_transaction_id");--> statement-breakpoint
CREATE INDEX "charges_company_index" ON "charges" USING btree ("company_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "charges_due_index" ON "charges" USING btree ("due_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice_index" ON "invoice_lines" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_lines_job_index" ON "invoice_lines" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices" USING btree ("invoice_custom_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_subject_key" ON "invoices" USING btree ("purpose","subject_key");--> statement-breakpoint
CREATE INDEX "invoices_company_index" ON "invoices" USING btree ("company_id","billing_date" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_open_index" ON "invoices" USING btree ("due_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "companies_created_index" ON "companies" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "companies_name_trgm_index" ON "companies" USING gin ("company_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "companies_name_index" ON "companies" USING btree (lower("company_name"),"id");--> statement-breakpoint
CREATE INDEX "companies_status_index" ON "companies" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "company_tags_text_key" ON "company_tags" USING btree ("company_id",lower("text"));--> statement-breakpoint
CREATE INDEX "employees_company_index" ON "employees" USING btree ("company_id","created_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "application_tags_tag_index" ON "application_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_once_key" ON "applications" USING btree ("job_id","driver_id");--> statement-breakpoint
CREATE INDEX "applications_newest_index" ON "applications" USING btree ("job_id","application_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_name_index" ON "applications" USING btree ("job_id",lower("full_name"),"id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_distance_index" ON "applications" USING btree ("job_id","distance","id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_driver_index" ON "applications" USING btree ("driver_id","application_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "drivers_cell_index" ON "drivers" USING btree ("cdl_status","cell");--> statement-breakpoint
CREATE UNIQUE INDEX "job_addons_type_key" ON "job_addons" USING btree ("job_id","addon_type");--> statement-breakpoint
CREATE INDEX "job_tags_tag_index" ON "job_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "jobs_company_index" ON "jobs" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_company_status_index" ON "jobs" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "jobs_order_index" ON "jobs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "jobs_title_trgm_index" ON "jobs" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_public_newest_index" ON "jobs" USING btree ("posting_date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_cell_index" ON "jobs" USING btree ("cell") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_public_state_index" ON "jobs" USING btree ("state","posting_date" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_promoted_index" ON "jobs" USING btree ("promoted_until") WHERE status = 'POSTED' and promoted_until is not null;--> statement-breakpoint
CREATE INDEX "jobs_expiry_due_index" ON "jobs" USING btree ("expiration_date") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_schedule_due_index" ON "jobs" USING btree ("scheduled_at") WHERE status = 'SCHEDULED';--> statement-breakpoint
CREATE UNIQUE INDEX "posting_orders_token_key" ON "posting_orders" USING btree ("token");--> statement-breakpoint
CREATE INDEX "posting_orders_company_index" ON "posting_orders" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "media_company_index" ON "media" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "outbox_due_index" ON "outbox" USING btree ("due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "cities_key_prefix_index" ON "cities" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "postal_codes_zip_prefix_index" ON "postal_codes" USING btree ("zip" text_pattern_ops);--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoice_lines_append_only BEFORE UPDATE OR DELETE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
