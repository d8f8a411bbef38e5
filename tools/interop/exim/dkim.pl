# Checks the DKIM signature of the mail on standard input, by the record of its key that is given and not asked of DNS.
use strict;
use warnings;
use Mail::DKIM::Verifier;
use Net::DNS::RR;

my ($record) = @ARGV;
{
    no warnings 'redefine';
    *Mail::DKIM::DNS::query = sub { return Net::DNS::RR->new( name => $_[0], type => 'TXT', txtdata => $record ) };
}
my $verifier = Mail::DKIM::Verifier->new();
while ( my $line = <STDIN> ) {
    $line =~ s/\r?\n\z//;
    $verifier->PRINT("$line\015\012");
}
$verifier->CLOSE;
print $verifier->result_detail;
