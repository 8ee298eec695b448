ALTER TABLE "message_batches" ADD COLUMN "moves_to_contacted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_batches" ADD COLUMN "includes_not_a_fit" boolean DEFAULT false NOT NULL;
