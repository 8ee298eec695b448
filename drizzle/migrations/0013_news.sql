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
	"body" jsonb,
	"body_html" text DEFAULT '' NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"thumbnail" text,
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
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_members_user_index" ON "channel_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_newest_index" ON "channels" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"channel_type","is_active");--> statement-breakpoint
CREATE INDEX "channels_name_index" ON "channels" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "post_views_user_index" ON "post_views" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "posts_channel_index" ON "posts" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"published_at","is_active","scheduled_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_title_index" ON "posts" USING btree ("channel_id",lower("title"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_views_index" ON "posts" USING btree ("channel_id","views","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_published_index" ON "posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"channel_id") WHERE deleted_at is null and is_active and published_at is not null;--> statement-breakpoint
CREATE INDEX "posts_channel_published_index" ON "posts" USING btree ("channel_id","published_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_due_index" ON "posts" USING btree ("scheduled_at") WHERE scheduled_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_deleted_index" ON "posts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "posts_user_index" ON "posts" USING btree ("user_id");