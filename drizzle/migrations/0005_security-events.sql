CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"user_id" uuid,
	"impersonated_id" uuid,
	"company_id" uuid,
	"ip" text,
	"user_agent" text,
	"request_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	"detail" jsonb,
	"forwarded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "security_events_at_index" ON "security_events" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "security_events_event_index" ON "security_events" USING btree ("event","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "security_events_user_index" ON "security_events" USING btree ("user_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "security_events_ip_index" ON "security_events" USING btree ("ip","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "security_events_waiting_index" ON "security_events" USING btree ("at","id") WHERE forwarded_at is null;--> statement-breakpoint
CREATE TRIGGER security_events_append_only BEFORE UPDATE ON security_events FOR EACH ROW
WHEN (OLD.forwarded_at IS NOT NULL OR to_jsonb(OLD) - 'forwarded_at' IS DISTINCT FROM to_jsonb(NEW) - 'forwarded_at')
EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER security_events_kept BEFORE DELETE ON security_events FOR EACH ROW
WHEN (OLD.at > now() - interval '30 days') EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER security_events_not_emptied BEFORE TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
