CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
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
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "identities_provider_check" CHECK ("identities"."provider" in ('facebook', 'google', 'apple'))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inviter_id" uuid NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"impersonator_session_id" uuid,
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
	"password_set_by_other" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"full_name" text GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED NOT NULL,
	"phone" text,
	"timezone" text,
	"profile_picture" text,
	"roles" text[] NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"terms_accepted_at" timestamp (3) with time zone,
	"terms_version" text,
	"newsletters" boolean DEFAULT false NOT NULL,
	"newsletters_consent_at" timestamp (3) with time zone,
	"newsletters_consent_text" text,
	"muted_mails" text[] DEFAULT '{}' NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_status_check" CHECK ("users"."status" in ('Active', 'Locked'))
);
--> statement-breakpoint
CREATE TABLE "ad_days" (
	"ad_id" uuid NOT NULL,
	"day" date NOT NULL,
	"impressions" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ad_days_ad_id_day_pk" PRIMARY KEY("ad_id","day")
);
--> statement-breakpoint
CREATE TABLE "ad_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"rotation_seconds" integer NOT NULL,
	"max_per_page" integer NOT NULL,
	"members_enabled" boolean NOT NULL,
	"jobs_enabled" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_settings_single" CHECK ("ad_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ad_sightings" (
	"ad_id" uuid NOT NULL,
	"viewer" text NOT NULL,
	"turn_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_sightings_ad_id_viewer_turn_at_kind_pk" PRIMARY KEY("ad_id","viewer","turn_at","kind")
);
--> statement-breakpoint
CREATE TABLE "ads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"advertiser" text NOT NULL,
	"image" text,
	"video" text,
	"link_url" text NOT NULL,
	"placement" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"impressions" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ads_placement" CHECK ("ads"."placement" in ('members', 'jobs', 'both')),
	CONSTRAINT "ads_window" CHECK ("ads"."ends_at" > "ads"."starts_at"),
	CONSTRAINT "ads_has_media" CHECK ("ads"."image" is not null or "ads"."video" is not null)
);
--> statement-breakpoint
CREATE TABLE "billing_details" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"company_name" text NOT NULL,
	"street1" text,
	"street2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"notice_due_at" timestamp (3) with time zone,
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
	"job_id" uuid,
	"lines" jsonb,
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
	"request_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"may_arrive_until" timestamp (3) with time zone,
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
CREATE TABLE "idempotency_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"request_id" uuid,
	"card_type" text,
	"masked_number" text,
	"billing_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"payment_reference" text,
	"voided_at" timestamp (3) with time zone,
	"void_reason" text,
	"remind_at" timestamp (3) with time zone,
	"reminders" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_status_check" CHECK ("invoices"."status" in ('open', 'paid', 'void')),
	CONSTRAINT "invoices_amount_check" CHECK ("invoices"."amount_cents" > 0),
	CONSTRAINT "invoices_refund_check" CHECK ("invoices"."refunded_cents" between 0 and "invoices"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"transaction_id" text,
	"refund_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_kind_check" CHECK ("ledger_entries"."kind" in ('billed', 'paid', 'refunded', 'credited', 'voided')),
	CONSTRAINT "ledger_entries_amount_check" CHECK ("ledger_entries"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text NOT NULL,
	"failure" text,
	"transaction_id" text,
	"request_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "refunds_amount_check" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower(company_name)) STORED NOT NULL,
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
	"total_jobs" integer DEFAULT 0 NOT NULL,
	"total_active_jobs" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_status_check" CHECK ("companies"."status" in ('Active', 'Inactive', 'Cancelled')),
	CONSTRAINT "companies_billing_type_check" CHECK ("companies"."billing_type" in ('CELERO', 'CONTRACT')),
	CONSTRAINT "companies_type_check" CHECK ("companies"."type" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "company_email_proofs" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"role" text NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_invitations_company_id_user_id_pk" PRIMARY KEY("company_id","user_id"),
	CONSTRAINT "company_invitations_role_check" CHECK ("company_invitations"."role" in ('TNCompanyAdmin', 'Employer'))
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
	"former_role" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"rating" integer,
	CONSTRAINT "applications_rating_check" CHECK ("applications"."rating" between 1 and 5)
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
	"expected_pay_cents" bigint,
	"match_enabled" boolean DEFAULT true NOT NULL,
	"application_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "albums" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_search_documents" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"promoted_until" timestamp (3) with time zone,
	"boost_until" timestamp (3) with time zone,
	"experience_rank" integer NOT NULL,
	"weekly_pay" double precision NOT NULL,
	"endorsements" text[] NOT NULL,
	"is_nationwide" boolean NOT NULL
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
	"ends_at" timestamp (3) with time zone,
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
CREATE TABLE "job_viewers" (
	"job_id" uuid NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "job_viewers_job_id_day_viewer_pk" PRIMARY KEY("job_id","day","viewer")
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
	"requisite_number" text,
	"home_time" text NOT NULL,
	"description_html" text NOT NULL,
	"description_doc" jsonb,
	"description_text" text NOT NULL,
	"driver_unload" boolean DEFAULT false NOT NULL,
	"expected_pay_cents" bigint,
	"salary_type" text NOT NULL,
	"signon_bonus_cents" bigint DEFAULT 0 NOT NULL,
	"starting_bonus_cents" bigint DEFAULT 0 NOT NULL,
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
	"search_title" text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL,
	"search_city" text GENERATED ALWAYS AS (lower(city)) STORED NOT NULL,
	"weekly_pay" double precision GENERATED ALWAYS AS (coalesce(case salary_type when 'weekly' then expected_pay_cents * 1::float8 when 'hourly' then expected_pay_cents * 50::float8 when 'daily' then expected_pay_cents * 5::float8 when 'perMile' then expected_pay_cents * 2500::float8 when 'monthly' then expected_pay_cents * 0.23076923076923078::float8 when 'yearly' then expected_pay_cents * 0.019230769230769232::float8 end, 0)) STORED NOT NULL,
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
	"boost_mailed_until" timestamp (3) with time zone,
	"is_global" boolean DEFAULT false NOT NULL,
	"video_url" text,
	"duplicate_of" uuid,
	"closed_at" timestamp (3) with time zone,
	"application_count" integer DEFAULT 0 NOT NULL,
	"candidate_count" integer,
	"candidates_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unpaid_since" timestamp (3) with time zone,
	"renewal_failures" integer DEFAULT 0 NOT NULL,
	"renewal_noticed" boolean DEFAULT false NOT NULL,
	"purchases" integer DEFAULT 0 NOT NULL,
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
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "media_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "upload_parts" (
	"upload_id" uuid NOT NULL,
	"part_number" integer NOT NULL,
	"etag" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "upload_parts_upload_id_part_number_pk" PRIMARY KEY("upload_id","part_number"),
	CONSTRAINT "upload_parts_number_check" CHECK ("upload_parts"."part_number" between 1 and 10000),
	CONSTRAINT "upload_parts_bytes_check" CHECK ("upload_parts"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"company_id" uuid,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" bigint NOT NULL,
	"store_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "uploads_name_unique" UNIQUE("name"),
	CONSTRAINT "uploads_bytes_check" CHECK ("uploads"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "channel_members" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_members_channel_id_user_id_pk" PRIMARY KEY("channel_id","user_id"),
	CONSTRAINT "channel_members_state_check" CHECK ("channel_members"."state" in ('joined', 'left'))
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"description" text,
	"channel_type" text DEFAULT 'Open' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"post_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_type_check" CHECK ("channels"."channel_type" in ('Mandatory', 'Pre Subscribed', 'Open'))
);
--> statement-breakpoint
CREATE TABLE "post_views" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_views_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid,
	"title" text NOT NULL,
	"search_title" text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL,
	"body" jsonb,
	"body_html" text DEFAULT '' NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"thumbnail" text,
	"pictures" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_active_check" CHECK (not "posts"."is_active" or "posts"."published_at" is not null),
	CONSTRAINT "posts_scheduled_check" CHECK ("posts"."scheduled_at" is null or not "posts"."is_active")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"job_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
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
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_session_id_sessions_id_fk" FOREIGN KEY ("impersonator_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_days" ADD CONSTRAINT "ad_days_ad_id_ads_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_sightings" ADD CONSTRAINT "ad_sightings_ad_id_ads_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_employer_id_users_id_fk" FOREIGN KEY ("employer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_email_proofs" ADD CONSTRAINT "company_email_proofs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_tags" ADD CONSTRAINT "company_tags_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_tags" ADD CONSTRAINT "application_tags_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_tags" ADD CONSTRAINT "application_tags_tag_id_company_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."company_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "drivers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_search_documents" ADD CONSTRAINT "job_search_documents_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_days" ADD CONSTRAINT "job_days_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_tags" ADD CONSTRAINT "job_tags_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_tags" ADD CONSTRAINT "job_tags_tag_id_company_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."company_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_viewers" ADD CONSTRAINT "job_viewers_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_order_id_posting_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."posting_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_employer_id_users_id_fk" FOREIGN KEY ("employer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_duplicate_of_jobs_id_fk" FOREIGN KEY ("duplicate_of") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting_orders" ADD CONSTRAINT "posting_orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_company_index" ON "audit_log" USING btree ("company_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_index" ON "audit_log" USING btree ("actor_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_impersonated_index" ON "audit_log" USING btree ("impersonated_id","at" DESC NULLS FIRST) WHERE "audit_log"."impersonated_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_action_index" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_index" ON "audit_log" USING btree (lower("subject_id"),"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_type_index" ON "audit_log" USING btree ("subject_type","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user_key" ON "identities" USING btree ("user_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_inviter_email_key" ON "invitations" USING btree ("inviter_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_email_index" ON "invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_accepted_by_index" ON "invitations" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "proofs_hash_index" ON "proofs" USING btree ("kind","hash");--> statement-breakpoint
CREATE INDEX "proofs_user_index" ON "proofs" USING btree ("user_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_key" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous_index" ON "sessions" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_impersonator_index" ON "sessions" USING btree ("impersonator_session_id") WHERE "sessions"."impersonator_session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_roles_index" ON "users" USING gin ("roles");--> statement-breakpoint
CREATE INDEX "users_full_name_index" ON "users" USING gin ("full_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_email_trgm_index" ON "users" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_index" ON "users" USING btree (lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "ad_sightings_at_index" ON "ad_sightings" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ads_active_index" ON "ads" USING btree ("starts_at") WHERE "ads"."is_active";--> statement-breakpoint
CREATE INDEX "ads_created_index" ON "ads" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ads_image_index" ON "ads" USING btree ("image");--> statement-breakpoint
CREATE INDEX "ads_video_index" ON "ads" USING btree ("video");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_company_key" ON "cards" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "cards_notice_index" ON "cards" USING btree ("notice_due_at") WHERE notice_due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_once_key" ON "charges" USING btree ("purpose","subject_key") WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "charges_job_in_flight_key" ON "charges" USING btree ("job_id") WHERE status = 'pending' and job_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_request_key" ON "charges" USING btree ("request_id") WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "charges_gateway_order_key" ON "charges" USING btree ("gateway_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_transaction_key" ON "charges" USING btree ("gateway_transaction_id");--> statement-breakpoint
CREATE INDEX "charges_company_index" ON "charges" USING btree ("company_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "charges_due_index" ON "charges" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_owner_key" ON "idempotency_keys" USING btree ("owner_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice_index" ON "invoice_lines" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_lines_job_index" ON "invoice_lines" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices" USING btree ("invoice_custom_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_subject_key" ON "invoices" USING btree ("purpose","subject_key");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_request_key" ON "invoices" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "invoices_company_index" ON "invoices" USING btree ("company_id","billing_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_open_index" ON "invoices" USING btree ("due_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "invoices_newest_index" ON "invoices" USING btree ("billing_date" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invoices_remind_index" ON "invoices" USING btree ("remind_at") WHERE status = 'open' and remind_at is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_invoice_index" ON "ledger_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_company_index" ON "ledger_entries" USING btree ("company_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_key" ON "ledger_entries" USING btree ("invoice_id","kind") WHERE kind in ('billed', 'paid', 'voided');--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_refund_key" ON "ledger_entries" USING btree ("refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_number_key" ON "refunds" USING btree ("invoice_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request_key" ON "refunds" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_pending_key" ON "refunds" USING btree ("invoice_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "refunds_due_index" ON "refunds" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "companies_created_index" ON "companies" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "companies_name_index" ON "companies" USING btree ("search_name","id");--> statement-breakpoint
CREATE INDEX "companies_name_trgm_index" ON "companies" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "company_email_proofs_hash_key" ON "company_email_proofs" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_hash_key" ON "company_invitations" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "company_invitations_user_index" ON "company_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_tags_text_key" ON "company_tags" USING btree ("company_id",lower("text"));--> statement-breakpoint
CREATE INDEX "employees_company_index" ON "employees" USING btree ("company_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contact_messages_thread_index" ON "contact_messages" USING btree ("contact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contacts_newest_index" ON "contacts" USING btree ("last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_status_index" ON "contacts" USING btree ("status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_company_index" ON "contacts" USING btree ("company_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "contacts_job_index" ON "contacts" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "application_tags_tag_index" ON "application_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_once_key" ON "applications" USING btree ("job_id","driver_id");--> statement-breakpoint
CREATE INDEX "applications_newest_index" ON "applications" USING btree ("job_id","application_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_name_index" ON "applications" USING btree ("job_id",lower("full_name"),"id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "applications_driver_index" ON "applications" USING btree ("driver_id","application_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "drivers_match_index" ON "drivers" USING btree ("cell","user_id" DESC NULLS FIRST,"latitude","longitude","cdl_status","years_of_experience","owner_operator","home_time","expected_pay_cents","endorsements","work_experiences","city") WHERE cell is not null and match_enabled;--> statement-breakpoint
CREATE INDEX "drivers_applied_index" ON "drivers" USING btree ("created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST) WHERE application_count > 0;--> statement-breakpoint
CREATE INDEX "job_search_words_index" ON "job_search_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "job_search_position_index" ON "job_search_documents" USING gist (point("longitude", "latitude"));--> statement-breakpoint
CREATE INDEX "job_search_nationwide_index" ON "job_search_documents" USING btree ("job_id") WHERE is_nationwide;--> statement-breakpoint
CREATE INDEX "job_search_newest_index" ON "job_search_documents" USING btree ("posted_at" DESC NULLS FIRST,"job_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_search_pay_index" ON "job_search_documents" USING btree ("weekly_pay" DESC NULLS FIRST,"posted_at" DESC NULLS FIRST,"job_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_search_promoted_index" ON "job_search_documents" USING btree ("promoted_until") WHERE promoted_until is not null;--> statement-breakpoint
CREATE INDEX "job_search_boosted_index" ON "job_search_documents" USING btree ("boost_until") WHERE boost_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_addons_type_key" ON "job_addons" USING btree ("job_id","addon_type");--> statement-breakpoint
CREATE INDEX "job_tags_tag_index" ON "job_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "job_viewers_day_index" ON "job_viewers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "jobs_company_index" ON "jobs" USING btree ("company_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_company_status_index" ON "jobs" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "jobs_newest_index" ON "jobs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_search_title_trgm_index" ON "jobs" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_public_cell_index" ON "jobs" USING btree ("cell","posting_date" DESC NULLS FIRST,"id" DESC NULLS FIRST,"expiration_date","experience_rank","latitude","longitude","company_id","job_type","home_time","endorsements","expected_pay_cents","salary_type") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_order_index" ON "jobs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "jobs_boost_mail_index" ON "jobs" USING btree ("boost_until") WHERE status = 'POSTED' and boost_mailed_until is distinct from boost_until;--> statement-breakpoint
CREATE INDEX "jobs_promoted_index" ON "jobs" USING btree ("promoted_until") WHERE status = 'POSTED' and promoted_until is not null;--> statement-breakpoint
CREATE INDEX "jobs_expiry_due_index" ON "jobs" USING btree ("expiration_date") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_billing_due_index" ON "jobs" USING btree ("next_billing_date") WHERE status = 'POSTED' and next_billing_date is not null;--> statement-breakpoint
CREATE INDEX "jobs_renewal_notice_index" ON "jobs" USING btree ("next_billing_date") WHERE status = 'POSTED' and next_billing_date is not null and not renewal_noticed;--> statement-breakpoint
CREATE INDEX "jobs_candidates_due_index" ON "jobs" USING btree ("candidates_due_at") WHERE status = 'POSTED';--> statement-breakpoint
CREATE INDEX "jobs_video_index" ON "jobs" USING btree ("video_url") WHERE "jobs"."video_url" is not null;--> statement-breakpoint
CREATE INDEX "jobs_schedule_due_index" ON "jobs" USING btree ("scheduled_at") WHERE status = 'SCHEDULED';--> statement-breakpoint
CREATE UNIQUE INDEX "posting_orders_token_key" ON "posting_orders" USING btree ("token");--> statement-breakpoint
CREATE INDEX "posting_orders_company_index" ON "posting_orders" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "media_company_index" ON "media" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "media_news_index" ON "media" USING btree ("created_at") WHERE kind = 'news';--> statement-breakpoint
CREATE INDEX "uploads_owner_index" ON "uploads" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_company_index" ON "uploads" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_touched_index" ON "uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "channel_members_user_index" ON "channel_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_newest_index" ON "channels" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "post_views_user_index" ON "post_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "posts_channel_index" ON "posts" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_published_index" ON "posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"channel_id") WHERE deleted_at is null and is_active and published_at is not null;--> statement-breakpoint
CREATE INDEX "posts_due_index" ON "posts" USING btree ("scheduled_at") WHERE scheduled_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_deleted_index" ON "posts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "posts_user_index" ON "posts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "posts_pictures_index" ON "posts" USING gin ("pictures");--> statement-breakpoint
CREATE INDEX "posts_thumbnail_index" ON "posts" USING btree ("thumbnail") WHERE thumbnail is not null;--> statement-breakpoint
CREATE INDEX "notifications_user_index" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread_index" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_applications_key" ON "notifications" USING btree ("user_id","job_id") WHERE kind = 'new_application' and read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_age_index" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due_index" ON "outbox" USING btree ("due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "cities_key_prefix_index" ON "cities" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "cities_key_trgm_index" ON "cities" USING gin ("key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "postal_codes_zip_prefix_index" ON "postal_codes" USING btree ("zip" text_pattern_ops);
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION search_words(content text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(left(word, 60)), '{}')
  FROM regexp_split_to_table(
    regexp_replace(
      lower(regexp_replace(normalize(content, NFD), '[\u0300-\u036F]', '', 'g')),
      '\m(cdl|class)[ -]([abc])\M', '\1 cdl\2', 'g'),
    '[^a-z0-9]+') AS word
  WHERE word <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION miles_between(latitude1 float8, longitude1 float8, latitude2 float8, longitude2 float8) RETURNS float8
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 7917.6 * asin(least(1, sqrt(power(sin(radians(latitude2 - latitude1) / 2), 2) +
    cos(radians(latitude1)) * cos(radians(latitude2)) * power(sin(radians(longitude2 - longitude1) / 2), 2))))
$$;
--> statement-breakpoint
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
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.invoice_custom_id, NEW.company_id, NEW.purpose, NEW.subject_key, NEW.payment_method, NEW.amount_cents, NEW.transaction_id)
     IS DISTINCT FROM
     (OLD.id, OLD.invoice_custom_id, OLD.company_id, OLD.purpose, OLD.subject_key, OLD.payment_method, OLD.amount_cents, OLD.transaction_id) THEN
    RAISE EXCEPTION 'an invoice keeps what it billed' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'open' THEN
    RAISE EXCEPTION 'an invoice that is % stays so', OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.refunded_cents <> OLD.refunded_cents AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'only the ledger counts refunds' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION book_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents)
    VALUES (gen_random_uuid(), NEW.company_id, NEW.id, 'billed', NEW.amount_cents);
  ELSIF NEW.status = OLD.status THEN
    RETURN NULL;
  END IF;
  IF NEW.status IN ('paid', 'void') AND NEW.amount_cents > NEW.refunded_cents THEN
    INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents, transaction_id)
    VALUES (gen_random_uuid(), NEW.company_id, NEW.id, CASE NEW.status WHEN 'paid' THEN 'paid' ELSE 'voided' END,
            NEW.amount_cents - NEW.refunded_cents, NEW.transaction_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION book_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (id, company_id, invoice_id, kind, amount_cents, transaction_id, refund_id)
  VALUES (gen_random_uuid(), NEW.company_id, NEW.invoice_id, CASE NEW.kind WHEN 'card' THEN 'refunded' ELSE 'credited' END,
          NEW.amount_cents, NEW.transaction_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE captured bigint; returned bigint;
BEGIN
  UPDATE invoices SET refunded_cents = refunded_cents + NEW.amount_cents WHERE id = NEW.invoice_id;
  IF NEW.kind = 'refunded' THEN
    SELECT coalesce(sum(amount_cents) FILTER (WHERE kind = 'paid'), 0), coalesce(sum(amount_cents) FILTER (WHERE kind = 'refunded'), 0)
    INTO captured, returned FROM ledger_entries WHERE invoice_id = NEW.invoice_id;
    IF returned > captured THEN
      RAISE EXCEPTION 'refunds exceed what was captured' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_refund_check';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION job_search_words(job jobs, company companies) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    search_words(concat_ws(' ', job.title, company.company_name, job.city, job.state, job.description_text, job.additional_experience))
    || array['#type:' || job.job_type, '#home:' || job.home_time, '#experience:' || job.required_experience,
        '#state:' || job.state, '#city:' || array_to_string(search_words(job.city), ' '), '#zip:' || coalesce(job.postal_code, '')]
    || array(SELECT '#endorsement:' || code FROM unnest(job.endorsements) AS code)
    || CASE WHEN job.is_global THEN array['#nationwide'] ELSE array[]::text[] END
    || CASE WHEN company.second_chance_company THEN array['#second-chance'] ELSE array[]::text[] END)
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_job_search_documents(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two transactions that change a job and its company at the same time would each write the other's old words.
  PERFORM FROM companies WHERE id IN (SELECT company_id FROM jobs WHERE jobs.id = ANY (ids)) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM job_search_documents document WHERE document.job_id = ANY (ids) AND NOT EXISTS (
    SELECT FROM jobs JOIN companies ON companies.id = jobs.company_id
    WHERE jobs.id = document.job_id AND jobs.status = 'POSTED' AND companies.status <> 'Cancelled');
  INSERT INTO job_search_documents (job_id, words, latitude, longitude, posted_at, expires_at, promoted_until, boost_until,
      experience_rank, weekly_pay, endorsements, is_nationwide)
    SELECT jobs.id, job_search_words(jobs, companies), jobs.latitude, jobs.longitude, jobs.posting_date, jobs.expiration_date,
      jobs.promoted_until, jobs.boost_until, jobs.experience_rank, jobs.weekly_pay, jobs.endorsements, jobs.is_global
    FROM jobs JOIN companies ON companies.id = jobs.company_id
    WHERE jobs.id = ANY (ids) AND jobs.status = 'POSTED' AND companies.status <> 'Cancelled'
  ON CONFLICT (job_id) DO UPDATE SET words = excluded.words, latitude = excluded.latitude, longitude = excluded.longitude,
    posted_at = excluded.posted_at, expires_at = excluded.expires_at, promoted_until = excluded.promoted_until,
    boost_until = excluded.boost_until, experience_rank = excluded.experience_rank, weekly_pay = excluded.weekly_pay,
    endorsements = excluded.endorsements, is_nationwide = excluded.is_nationwide;
END
$$;
--> statement-breakpoint
CREATE FUNCTION job_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_job_search_documents(array[new.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION company_updated_to_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_job_search_documents(array(SELECT id FROM jobs WHERE company_id = new.id AND status = 'POSTED'));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoice_lines_append_only BEFORE UPDATE OR DELETE ON invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_counted_on_insert AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION count_job();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_counted_on_delete AFTER DELETE ON jobs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION count_job();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_counted_on_update AFTER UPDATE OF status ON jobs DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN ((OLD.status = 'POSTED') IS DISTINCT FROM (NEW.status = 'POSTED')) EXECUTE FUNCTION count_job();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER charges_kept BEFORE DELETE ON charges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER refunds_settled_once BEFORE UPDATE ON refunds FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_keep BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_invoice();
--> statement-breakpoint
CREATE TRIGGER invoices_book AFTER INSERT OR UPDATE OF status ON invoices FOR EACH ROW EXECUTE FUNCTION book_invoice();
--> statement-breakpoint
CREATE TRIGGER refunds_book AFTER UPDATE OF status ON refunds FOR EACH ROW WHEN (NEW.status = 'done' AND OLD.status <> 'done') EXECUTE FUNCTION book_refund();
--> statement-breakpoint
CREATE TRIGGER refunds_book_new AFTER INSERT ON refunds FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION book_refund();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_count AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (NEW.kind IN ('refunded', 'credited')) EXECUTE FUNCTION count_refund();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_search_insert AFTER INSERT ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (new.status = 'POSTED') EXECUTE FUNCTION job_to_search();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER jobs_search_update AFTER UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((old.status = 'POSTED' OR new.status = 'POSTED') AND
    (old.status, old.company_id, old.title, old.job_type, old.required_experience, old.additional_experience, old.home_time,
      old.description_text, old.endorsements, old.city, old.state, old.postal_code, old.latitude, old.longitude,
      old.posting_date, old.expiration_date, old.promoted_until, old.boost_until, old.expected_pay_cents, old.salary_type,
      old.is_global)
    IS DISTINCT FROM
    (new.status, new.company_id, new.title, new.job_type, new.required_experience, new.additional_experience, new.home_time,
      new.description_text, new.endorsements, new.city, new.state, new.postal_code, new.latitude, new.longitude,
      new.posting_date, new.expiration_date, new.promoted_until, new.boost_until, new.expected_pay_cents, new.salary_type,
      new.is_global))
  EXECUTE FUNCTION job_to_search();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER companies_search_update AFTER UPDATE ON companies DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((old.company_name, old.status, old.second_chance_company) IS DISTINCT FROM
    (new.company_name, new.status, new.second_chance_company))
  EXECUTE FUNCTION company_updated_to_search();
