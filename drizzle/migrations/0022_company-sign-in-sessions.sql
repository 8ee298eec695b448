ALTER TABLE "sessions" ADD COLUMN "provider_company_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_private" boolean DEFAULT false NOT NULL;