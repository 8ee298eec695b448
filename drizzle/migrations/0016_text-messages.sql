CREATE TABLE "text_consents" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"version" text NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"driver_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"provider_id" text,
	"sent_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_messages_message_key" UNIQUE("message_id")
);
--> statement-breakpoint
ALTER TABLE "consents" DROP CONSTRAINT "consents_kind_check";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "message_batches" ADD COLUMN "channel" text DEFAULT 'app' NOT NULL;--> statement-breakpoint
ALTER TABLE "text_consents" ADD CONSTRAINT "text_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_consents_phone_index" ON "text_consents" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "text_messages_driver_index" ON "text_messages" USING btree ("driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "text_messages_provider_key" ON "text_messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "text_messages_due_index" ON "text_messages" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_kind_check" CHECK ("consents"."kind" in ('terms', 'newsletters', 'texts'));
--> statement-breakpoint
CREATE FUNCTION end_text_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH ended AS (DELETE FROM text_consents WHERE user_id = NEW.id RETURNING phone, is_stopped)
  INSERT INTO consents (id, user_id, kind, is_given, phone, source, language)
  SELECT gen_random_uuid(), NEW.id, 'texts', false, phone, 'phone_change', coalesce(NEW.language, 'en')
  FROM ended WHERE NOT is_stopped;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_phone_ends_text_consent AFTER UPDATE OF phone ON users FOR EACH ROW
WHEN (OLD.phone IS DISTINCT FROM NEW.phone) EXECUTE FUNCTION end_text_consent();
