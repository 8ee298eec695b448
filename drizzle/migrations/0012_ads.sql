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
ALTER TABLE "ad_days" ADD CONSTRAINT "ad_days_ad_id_ads_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_sightings" ADD CONSTRAINT "ad_sightings_ad_id_ads_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."ads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_sightings_at_index" ON "ad_sightings" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ads_active_index" ON "ads" USING btree ("starts_at") WHERE "ads"."is_active";--> statement-breakpoint
CREATE INDEX "ads_created_index" ON "ads" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ads_image_index" ON "ads" USING btree ("image");--> statement-breakpoint
CREATE INDEX "ads_video_index" ON "ads" USING btree ("video");